import { z } from 'zod'
import { Id, Message, TypedDay } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Declaration, FileOptions } from '../clients/contract.ts'
import { MAX_AMOUNT } from '../visits/contract.ts'
import { bookingSystems } from './exportGuides.ts'
import { OwnerPage, OwnerStep } from './ownerPage.ts'

/** Longest note of an owner who asks for changes. */
export const MAX_NOTE = 1000

const Token = z.object({ token: z.string().max(100) })

const Sha256 = z.string().max(64)

export const Agreement = z.object({
  name: z.string().trim().min(2, 'Please type your name').max(100, 'At most 100 characters'),
})
export const Approval = z.object({ sha256: Sha256 })
export const ChangeRequest = z.object({
  sha256: Sha256,
  note: z
    .string()
    .trim()
    .min(1, 'Please write what we should change')
    .max(MAX_NOTE, `At most ${MAX_NOTE} characters`),
})

/** How to read the owner's list. Left-out fields keep their value. */
export const ColumnChoice = z.object({
  listId: z.string().max(100),
  /** Column of the mobile numbers. */
  phone: z.number('Please choose the column with the mobile numbers').int().min(0).max(199).optional(),
  ...FileOptions.pick({ sheet: true, hiddenRows: true }).shape,
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
  }),
])
export type VisitAnswer = z.infer<typeof VisitAnswer>

/** The owner's answer to a question of a client. Another time, or any other answer, needs words. */
export const ClientAnswer = z.discriminatedUnion('answer', [
  z.object({ id: Id, answer: z.enum(['works', 'call']) }),
  z.object({
    id: Id,
    answer: z.literal('other_time'),
    words: z
      .string()
      .trim()
      .min(1, 'Please write what we should tell them')
      .max(MAX_NOTE, `At most ${MAX_NOTE} characters`),
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

export const DisputeNote = z.object({
  entryId: Id,
  note: z
    .string()
    .trim()
    .min(1, 'Please write what is wrong')
    .max(MAX_NOTE, `At most ${MAX_NOTE} characters`),
})

/** The upload of the owner's list: a multipart form with the file in the same field as for staff. The reply is its preview. */
export const OWNER_LIST_PATH = '/api/owner/{token}/list'

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
  agree: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/agree',
    access: 'public',
    errors: ['gone'],
    summary: 'Accept the terms, once',
    params: Token,
    body: Agreement,
    reply: Message,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/approve',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Approve the offer, if it is the one that was shown',
    params: Token,
    body: Approval,
    reply: Message,
  }),
  requestChanges: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/request-changes',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Ask for changes of the offer',
    params: Token,
    body: ChangeRequest,
    reply: Message,
  }),
  remapList: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/columns',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Say which column of the uploaded list holds the numbers, and which sheet and rows are read',
    params: Token,
    body: ColumnChoice,
    reply: Message,
  }),
  chooseSystem: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/system',
    access: 'public',
    errors: ['gone'],
    summary: 'Name the booking system that the clients are exported from',
    params: Token,
    body: SystemChoice,
    reply: Message,
  }),
  shareList: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/share',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Store the clients of the list that the owner uploaded, with the declaration',
    params: Token,
    body: ListShare,
    reply: Message,
  }),
  visit: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/visit',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Say whether a client came back',
    params: Token,
    body: z.object({ answer: VisitAnswer }),
    reply: Message,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/take-back',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Take back that a client did not come, until the next statement',
    params: Token,
    body: TakenBack,
    reply: Message,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/stop',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Cancel a campaign, so that none of its texts leaves any more',
    params: Token,
    body: CampaignStop,
    reply: Message,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/answer',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Answer a question of a client, once',
    params: Token,
    body: z.object({ question: ClientAnswer }),
    reply: Message,
  }),
  setTexts: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/client-texts',
    access: 'public',
    errors: ['gone'],
    summary: 'Turn the texts about questions and bookings of clients on or off',
    params: Token,
    body: HandoverTexts,
    reply: Message,
  }),
  setProgramme: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/monthly',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Pause the monthly texts of a salon, or turn them on again',
    params: Token,
    body: ProgrammeSwitch,
    reply: Message,
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/api/owner/{token}/dispute',
    access: 'public',
    errors: ['gone', 'conflict'],
    summary: 'Dispute a fee, which puts it on hold until staff decide',
    params: Token,
    body: DisputeNote,
    reply: Message,
  }),
}
