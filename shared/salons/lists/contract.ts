import { z } from 'zod'
import { ById, Count, Id, Instant, named, TypedDay } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { reasons, Waterfall } from '../clients/contract.ts'
import { type ListField, listFields } from './columns.ts'

const Day = z.iso.date()

/** Column of the file for each field. */
const Column = z.number().int().min(0).max(199).optional()
const Mapping = z
  .object(Object.fromEntries(listFields.map((field) => [field, Column])) as Record<ListField, typeof Column>)
  .meta({ id: 'ColumnMapping' })

/** What staff decide about an answer in the column about texts that cannot be read. */
export const ConsentAnswer = z.enum(['objection', 'consent', 'nothing']).meta({ id: 'ConsentAnswer' })
export type ConsentAnswer = z.infer<typeof ConsentAnswer>

const AnswerText = z.string().max(200)
/** An answer as the list has it, and how many clients gave it. */
const UnreadAnswer = z.object({ value: z.string(), clients: Count })

/** What staff decided about an answer. */
const DecidedAnswer = z.object({ value: AnswerText, answer: ConsentAnswer })

/** How a list file is read, besides its columns. */
export const FileOptions = z.object({
  /** Name of the sheet; by default the first visible one with phone numbers. */
  sheet: z.string().max(100).optional(),
  /** Whether rows that a filter hides are read. */
  hiddenRows: z.boolean().optional(),
  /** Marks whose rows are left out: their clients are blocked. */
  leftOutMarks: z.array(z.string().max(10)).max(50).optional(),
  /** No column holds the last visit. */
  noLastVisit: z.boolean().optional(),
  consentAnswers: z.array(DecidedAnswer).max(200).optional(),
})
export type FileOptions = z.infer<typeof FileOptions>

/** A row that was left out, or something to know about one. */
const RowNote = z.object({ row: Count, column: z.string().nullable(), message: z.string() })

export const ListPreview = named('ListPreview', {
  id: Id,
  fileName: z.string(),
  columns: z.array(z.string()),
  mapping: Mapping,
  /** The first five rows below the header. */
  sample: z.array(z.array(z.string())),
  /** No column is known to hold the numbers: one of `phoneColumns` must be chosen, and there are no clients until then. */
  needsPhoneColumn: z.boolean(),
  /** With up to five values each. */
  phoneColumns: z.array(z.object({ index: Count, name: z.string(), values: z.array(z.string()) })),
  /** The column with mobile numbers as values. */
  proposedPhoneColumn: Count.nullable(),
  /** No column is known to hold the last visit: one of `lastVisitColumns` is chosen, or `noLastVisit` said. Until then no last visit is known. */
  needsLastVisitColumn: z.boolean(),
  /** Columns with dates, with up to five values each. */
  lastVisitColumns: z.array(z.object({ index: Count, name: z.string(), values: z.array(z.string()) })),
  proposedLastVisitColumn: Count.nullable(),
  /** A person said that no column holds the last visit. */
  noLastVisit: z.boolean(),
  /** The owner said earlier that clients with written consent may be texted without a known last visit. */
  textsUnknownVisits: z.boolean(),
  /** Rows below the header that are coloured (six hex digits), `struck` through or have a `comment`, and which are left out. */
  marks: z.array(z.object({ key: z.string(), rows: Count, leftOut: z.boolean() })),
  /** The sheet that was read; null for CSV. */
  sheet: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean(), chosen: z.boolean() })),
  /** Rows that a filter hides, and whether they were read. */
  hiddenRows: Count,
  includesHiddenRows: z.boolean(),
  /** Name of the column about marketing texts. */
  consentColumn: z.string().nullable(),
  /** Answers in that column that cannot be read, the most frequent first, and those that staff have decided. */
  unreadConsent: z.array(UnreadAnswer),
  consentAnswers: z.array(DecidedAnswer),
  rows: Count,
  /** Rows merged into the client of an earlier row, and rows without a usable number. */
  merged: Count,
  rejected: Count,
  /** Rows with a remark, such as a second number that is not used. */
  reported: Count,
  dateOrder: z.enum(['day-first', 'month-first', 'iso']),
  waterfall: Waterfall,
  /** The first hundred rejected rows, each with its column, then remarks about others, without one. */
  problems: z.array(RowNote),
})
export type ListPreview = z.infer<typeof ListPreview>

/** Rows of an uploaded list that staff can look at: those of one step or reason, or those with a remark. */
export const ListPart = z.enum(['rejected', 'merged', 'reported', ...reasons]).meta({ id: 'ListPart' })
export type ListPart = z.infer<typeof ListPart>

export const ListRow = named('ListRow', {
  /** Counted from 1, as spreadsheets show it. */
  row: Count,
  firstName: z.string().nullable(),
  /** E.164; as the file has it if it cannot be used. */
  phone: z.string(),
  lastVisit: Day.nullable(),
  message: z.string(),
})
export type ListRow = z.infer<typeof ListRow>

/** A row of a stored list that became no client. */
const RejectedRow = named('RejectedRow', {
  /** Counted from 1, as spreadsheets show it. */
  row: Count,
  /** Name of the column with the number. */
  column: z.string(),
  /** As the list has it, at most 100 characters. */
  value: z.string(),
  reason: z.string(),
})
export type RejectedRow = z.infer<typeof RejectedRow>

/** The upload of a list: a multipart form with the file in this field. */
export const listUpload = {
  method: 'POST',
  path: '/api/admin/salons/{id}/lists',
  access: 'admin',
  field: 'listFile',
  reply: ListPreview,
} as const

const OneList = ById.extend({ listId: Id })
export const Answer = z.enum(['yes', 'no', 'unknown'], 'Please choose an answer')

/** Answers that decide what a list is worth, as far as they are given. */
const ListAnswers = z.object({
  knewOfTexts: Answer.optional(),
  consentInWriting: Answer.optional(),
  /** Without it, as the salon said earlier. */
  textUnknownVisits: z.enum(['yes', 'no']).optional(),
})
export type ListAnswers = z.infer<typeof ListAnswers>

/** What the salon declares about its list. */
export const Declaration = z.object({
  /** The people on it are customers of this salon. */
  customers: z.literal(true, { error: 'Only customers of this salon may be on the list' }),
  /** They knew of texts when they gave their number, and could refuse. */
  knewOfTexts: Answer,
  /** The owner's two answers behind it, kept as evidence. Staff answer for both together. */
  toldOfTexts: Answer.optional(),
  couldRefuse: Answer.optional(),
  /**
   * Whether a yes in the column about texts means a written agreement to marketing texts from this salon. Absent counts as
   * unknown. Only a yes makes it written consent.
   */
  consentInWriting: Answer.optional(),
  /** Whether clients with written consent may be texted without a known last visit. Absent: as the salon said earlier. */
  textUnknownVisits: z.enum(['yes', 'no']).optional(),
})
export type Declaration = z.infer<typeof Declaration>

export const CommittedList = named('CommittedList', {
  added: Count,
  updated: Count,
  unchanged: Count,
  rejected: Count,
})
export type CommittedList = z.infer<typeof CommittedList>

/** What an undo of a stored list changes. */
const UndoCounts = z.object({
  /** Clients that only this list has, and clients that get their former values back. */
  deleted: Count,
  restored: Count,
  /** Consents that go with the list, and objections, which stay. */
  consents: Count,
  objections: Count,
})
export type UndoCounts = z.infer<typeof UndoCounts>

/** Who shared a stored list, when, and what was declared. */
const Declared = z.object({
  /** The owner, or the account of staff. */
  by: z.string(),
  at: Instant,
  /** The day of the export. */
  asOf: Day,
  declaration: Declaration,
})
export type Declared = z.infer<typeof Declared>

/** Lists of a salon that staff can still act on. */
const CurrentLists = named('CurrentLists', {
  /** The newest list that staff uploaded and neither stored nor discarded. */
  preview: ListPreview.nullable(),
  /** The list that was stored last, and whether it can be undone. */
  stored: z
    .object({
      id: Id,
      fileName: z.string(),
      counts: CommittedList,
      /** Rejected rows that are still kept. */
      rejectedRows: Count,
      declared: Declared.nullable(),
      canUndo: z.boolean(),
      undo: UndoCounts,
    })
    .nullable(),
})
export type CurrentLists = z.infer<typeof CurrentLists>

export const lists = {
  currentLists: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/lists/current',
    access: 'staff',
    summary: 'The uploaded list that waits, and the stored list that can be undone',
    params: ById,
    reply: CurrentLists,
  }),
  remapList: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}/lists/{listId}',
    access: 'admin',
    summary: 'Read an uploaded list again with other columns, another sheet, or with decided answers',
    params: OneList,
    // What is not given stays as it is. Another sheet is read with the columns that its header names.
    body: FileOptions.extend({ mapping: Mapping }),
    errors: ['conflict'],
    example: { mapping: { phone: 1 } },
    reply: ListPreview,
  }),
  listWaterfall: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/lists/{listId}/waterfall',
    access: 'staff',
    summary:
      'The counts of an uploaded list under the answers of its declaration; an absent answer counts as yes',
    params: OneList,
    query: ListAnswers,
    errors: ['conflict'],
    reply: Waterfall,
  }),
  listRows: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/lists/{listId}/rows',
    access: 'staff',
    summary: 'Rows of an uploaded list for one part of its waterfall, by pages',
    params: OneList,
    query: ListAnswers.extend({
      part: ListPart,
      /** The last row of the page before. */
      cursor: z.string().regex(/^\d+$/).max(7).optional(),
    }),
    errors: ['conflict'],
    reply: z.object({ items: z.array(ListRow), nextCursor: z.string().regex(/^\d+$/).nullable() }),
  }),
  commitList: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/lists/{listId}/commit',
    access: 'admin',
    summary: 'Store the clients of an uploaded list',
    params: OneList,
    body: z.object({ asOf: TypedDay(), declaration: Declaration }),
    errors: ['conflict'],
    example: { asOf: '2026-03-10', declaration: { customers: true, knewOfTexts: 'yes' } },
    reply: CommittedList,
  }),
  rejectedRows: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/lists/{listId}/rejected',
    access: 'staff',
    summary: 'Rows of a stored list that became no client, with the reason, for 7 days',
    params: OneList,
    reply: z.array(RejectedRow),
  }),
  undoList: endpoint({
    method: 'DELETE',
    path: '/api/admin/salons/{id}/lists/{listId}',
    access: 'admin',
    summary:
      'Discard an uploaded list, or undo a stored one before a text to one of its clients; objections stay',
    params: OneList,
    errors: ['conflict'],
    reply: z.object({ message: z.string() }),
  }),
  unreadAnswers: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/unread-answers',
    access: 'staff',
    summary: 'Answers about texts that cannot be read, of stored clients, the most frequent first',
    params: ById,
    reply: z.array(UnreadAnswer),
  }),
  decideAnswer: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/unread-answers',
    access: 'admin',
    summary: 'Decide what an answer about texts means, for all clients of the salon who gave it',
    params: ById,
    body: DecidedAnswer,
    example: { value: 'asked mum', answer: 'nothing' },
    reply: z.object({ decided: Count }),
  }),
}
