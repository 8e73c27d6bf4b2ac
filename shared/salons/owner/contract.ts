import { z } from 'zod'
import { Id, Message, NameText, TypedDay } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { ErrorCode } from '../../platform/http/errors.ts'
import { Declaration, FileOptions } from '../lists/contract.ts'
import { AmountConfirmed, MAX_AMOUNT } from '../visits/contract.ts'
import { bookingSystems } from './exportGuides.ts'
import { OwnerPage, OwnerStep } from './ownerPage.ts'

/** Longest note of an owner who asks for changes. */
export const MAX_NOTE = 1000

const Note = (required: string) =>
  z.string().trim().min(1, required).max(MAX_NOTE, `At most ${MAX_NOTE} characters`)

const Token = z.object({ token: z.string().max(100) })

const Sha256 = z.string().max(64)

export const Agreement = z.object({
  name: NameText().min(2, 'Please type your name').max(100, 'At most 100 characters'),
})
export const Approval = z.object({
  sha256: Sha256,
  /** For one campaign, although staff asked for each month. */
  onlyThisTime: z.boolean().optional(),
  /** For each month although the text names a date: 409 without it. */
  datedConfirmed: z.boolean().optional(),
})
export type Approval = z.infer<typeof Approval>

export const ChangeRequest = z.object({ sha256: Sha256, note: Note('Please write what we should change') })

/** How to read the owner's list. Left-out fields keep their value. */
export const ColumnChoice = z.object({
  listId: z.string().max(100),
  /** Column of the mobile numbers. */
  phone: z.number('Please choose the column with the mobile numbers').int().min(0).max(199).optional(),
  /** Column of the last visit. */
  lastVisit: z.number().int().min(0).max(199).optional(),
  ...FileOptions.pick({ sheet: true, hiddenRows: true, noLastVisit: true, leftOutMarks: true }).shape,
})
export type ColumnChoice = z.infer<typeof ColumnChoice>

export const ListShare = z.object({
  listId: z.string().max(100),
  declaration: Declaration,
  /** The day that the list shows. */
  asOf: TypedDay('Please enter the day of the export'),
})
export type ListShare = z.infer<typeof ListShare>

/** The owner's answer about a client. A visit needs its day and the amount paid for services, in minor units. */
export const VisitAnswer = z.discriminatedUnion('came', [
  z.object({ came: z.literal('no'), clientId: Id, visitId: Id.nullable() }),
  z.object({
    came: z.literal('yes'),
    clientId: Id,
    visitId: Id.nullable(),
    visitOn: TypedDay('Please enter the day of the visit'),
    amount: z
      .number('Please enter what was paid, such as 45 or 45.50')
      .int()
      .min(0)
      .max(MAX_AMOUNT, 'At most 20,000 for one visit'),
    amountConfirmed: AmountConfirmed,
  }),
])
export type VisitAnswer = z.infer<typeof VisitAnswer>

/** The owner's answer to a question of a client. Another time, or any other answer, needs words. */
export const ClientAnswer = z.discriminatedUnion('answer', [
  z.object({ id: Id, answer: z.enum(['works', 'call']) }),
  z.object({
    id: Id,
    answer: z.literal('other_time'),
    words: Note('Please write what we should tell them'),
  }),
])
export type ClientAnswer = z.infer<typeof ClientAnswer>

/** False: questions and bookings are on the page only. */
export const HandoverTexts = z.object({ texts: z.boolean() })
export const ProgrammeSwitch = z.object({ on: z.boolean() })

export const SystemChoice = z.object({ system: z.enum(bookingSystems) })

export const CampaignStop = z.object({ campaignId: Id })

/** Takes back the answer that a client did not come. */
export const TakenBack = z.object({ visitId: Id })

export const DisputeNote = z.object({ entryId: Id, note: Note('Please write what is wrong') })

/** The upload of the owner's list: a multipart form with the file in the same field as for staff. The reply is its preview. */
export const OWNER_LIST_PATH = '/api/owner/{token}/list'

/** A call by which the owner changes something. */
const act = <Body extends z.ZodType<object>>(
  summary: string,
  path: string,
  body: Body,
  errors: ErrorCode[] = ['gone', 'conflict'],
) =>
  endpoint({
    method: 'POST',
    path: `/api/owner/{token}/${path}`,
    access: 'public',
    errors,
    summary,
    params: Token,
    body,
    reply: Message,
  })

/** Calls of a salon's owner: the token of the link is the only credential. */
export const owner = {
  open: endpoint({
    method: 'GET',
    path: '/api/owner/{token}',
    access: 'public',
    rateLimited: true,
    errors: ['gone'],
    summary: 'What the link opens: the terms, the offer to approve, or everything of the salon',
    params: Token,
    /** A page behind a home link. */
    query: z.object({ step: OwnerStep.optional() }),
    reply: OwnerPage,
  }),
  agree: act('Accept the terms, once', 'agree', Agreement, ['gone']),
  approve: act('Approve the offer, if it is the one that was shown', 'approve', Approval),
  requestChanges: act('Ask for changes of the offer', 'request-changes', ChangeRequest),
  remapList: act(
    'Say which columns of the uploaded list hold the numbers and the last visit, and which sheet and rows are read',
    'columns',
    ColumnChoice,
  ),
  chooseSystem: act('Name the booking system that the clients are exported from', 'system', SystemChoice, [
    'gone',
  ]),
  shareList: act(
    'Store the clients of the list that the owner uploaded, with the declaration',
    'share',
    ListShare,
  ),
  visit: act('Say whether a client came back', 'visit', z.object({ answer: VisitAnswer })),
  takeBack: act('Take back that a client did not come, until the next statement', 'take-back', TakenBack),
  stop: act('Cancel a campaign, so that none of its texts leaves any more', 'stop', CampaignStop),
  answer: act('Answer a question of a client, once', 'answer', z.object({ question: ClientAnswer })),
  setTexts: act(
    'Turn the texts about questions and bookings of clients on or off',
    'client-texts',
    HandoverTexts,
    ['gone'],
  ),
  setProgramme: act('Pause the monthly texts of a salon, or turn them on again', 'monthly', ProgrammeSwitch),
  dispute: act('Dispute a fee, which puts it on hold until staff decide', 'dispute', DisputeNote),
}
