import { z } from 'zod'
import { Id, Instant, Message, ZoneName } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Declaration, FileOptions, ListPreview } from '../clients/contract.ts'
import { HandoverAnswer } from '../handover/contract.ts'
import { Owed } from '../ledger/contract.ts'
import { CampaignProof } from '../proof/contract.ts'
import { Currency, LinkPurpose } from '../salons/contract.ts'
import { MAX_AMOUNT } from '../visits/contract.ts'
import { EntryKind, EntryLine } from '../visits/entries.ts'
import { bookingSystems } from './exportGuides.ts'
import type { Task } from './tasks.ts'

/** Longest note of an owner who asks for changes. */
export const MAX_NOTE = 1000

/** Pages behind a home link. */
export const OwnerStep = LinkPurpose.exclude(['home'])
export type OwnerStep = z.infer<typeof OwnerStep>

const Token = z.object({ token: z.string().max(100) })

const Terms = z.object({
  version: z.string(),
  points: z.array(z.object({ title: z.string(), text: z.string() })),
  /** Day of the agreement to earlier terms; null without one. */
  agreedBeforeOn: z.iso.date().nullable(),
})

const OfferToApprove = z.object({
  /** Hash of the texts, sent back with the approval. */
  sha256: z.string(),
  /** The texts with the owner's name in place of a client's. */
  body: z.string(),
  reminderBody: z.string().nullable(),
  /** Clients on the list. */
  people: z.number().int().nonnegative(),
  /** How many of them may be texted. */
  eligible: z.number().int().nonnegative(),
  /** The day on which both were counted; null: not yet. */
  countedOn: z.iso.date().nullable(),
  /** The last day of an approval for each month; null: for this time. */
  repeatUntil: z.iso.date().nullable(),
  /** Percent of the first rebooking. */
  feePercent: z.number().nonnegative(),
})

const ListToShare = z.object({
  /** In the salon's time zone. */
  today: z.iso.date(),
  /** The booking system that the owner named; null before. */
  system: z.string().nullable(),
  /** The file that the owner uploaded through this link. */
  preview: ListPreview.nullable(),
})

const Day = z.iso.date()
const Count = z.number().int().nonnegative()

/** Something that waits for the owner. */
const OwnerTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('questions'), questions: Count }),
  z.object({ kind: z.literal('agree'), again: z.boolean() }),
  z.object({ kind: z.literal('list'), asOf: Day.nullable() }),
  z.object({ kind: z.literal('offer') }),
  z.object({ kind: z.literal('visits'), clients: Count }),
  z.object({
    kind: z.literal('pay'),
    outstanding: Count,
    statement: z.number().int(),
    dueOn: z.iso.date().nullable(),
  }),
]) satisfies z.ZodType<Task>

/** A client who may have come back after a text. */
const PossibleVisit = z.object({
  clientId: Id,
  /** Null: no visit or booking is recorded yet. */
  visitId: Id.nullable(),
  /** `Maya …123` */
  client: z.string(),
  textedAt: Instant,
  /** Evidence for a visit. */
  reason: z.enum(['booked', 'reported', 'answered', 'opened']),
  visitOn: Day.nullable(),
})

/** A ledger entry as an owner sees it. */
const OwedLine = EntryLine.extend({
  id: Id,
  kind: EntryKind,
  /** Minor units. */
  amount: z.number().int(),
  payableOn: Day,
  dispute: z.enum(['open', 'upheld', 'rejected']).nullable(),
  /** On hold, because another line of the client is disputed. */
  held: z.boolean(),
  statementNumber: z.number().int().nullable(),
})

const Results = z.object({
  /** In the salon's time zone. */
  today: Day,
  currency: Currency,
  toDecide: z.array(PossibleVisit),
  /** The last 50 entries, newest first. */
  lines: z.array(OwedLine),
  owed: Owed,
  statements: z.array(
    z.object({
      number: z.number().int(),
      issuedOn: Day,
      total: z.number().int(),
      outstanding: z.number().int(),
      dueOn: Day.nullable(),
      /** Page on which the outstanding amount can be paid. */
      payUrl: z.string().nullable(),
    }),
  ),
  /** Clients who did not come, as the owner said since the last statement. */
  notCome: z.array(z.object({ visitId: Id, client: z.string(), answeredOn: Day })),
})

const Texts = z.object({
  /** With the owner's name in place of a client's. */
  body: z.string(),
  reminderBody: z.string().nullable(),
})

/** Texts of a campaign that are still to be sent. */
const NextTexts = Texts.extend({
  campaignId: Id,
  /** Queued texts, and when the first and the last of them are due; null while the campaign is paused. */
  texts: Count,
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** Clients who may still get the reminder, and days after the offer. */
  reminders: Count,
  reminderAfterDays: z.number().int().nullable(),
  /** One half of the clients gets this text instead; null: all get the same. */
  other: Texts.nullable(),
})

/** Texts that start each month after a new list. */
const MonthlyTexts = z.object({
  isOn: z.boolean(),
  /** The last day of the approval. */
  until: Day,
  /** When we ask for a list next, or plan texts without one; null while off. */
  nextAskOn: Day.nullable(),
  /** The booking system sends us bookings, so that we need no list. */
  byFeed: z.boolean(),
})

/** A client who came back or has booked. */
const CameBack = z.object({
  /** `Maya +44 7700 900123`, as on the salon's list. */
  client: z.string(),
  visitOn: Day.nullable(),
  state: z.enum(['booked', 'attended']),
  /** What the client wrote; null without a text. */
  words: z.string().nullable(),
})

const StoredAgreement = z.object({
  agreedOn: Day,
  agreedBy: z.string(),
  /** As it was agreed; null for agreements without stored words. */
  wording: z.string().nullable(),
})

/** A question of a client. */
const ClientQuestion = z.object({
  id: Id,
  /** `Maya +44 7700 900123`, as on the salon's list. */
  client: z.string(),
  words: z.string(),
  askedAt: Instant,
  answer: HandoverAnswer.nullable(),
  answerWords: z.string().nullable(),
})

const ClientBooking = z.object({
  id: Id,
  client: z.string(),
  words: z.string(),
  /** Null while the time is not known. */
  visitAt: Instant.nullable(),
  isCanceled: z.boolean(),
})

/** Hand-overs to the owner: one, or all open ones. */
const Handover = z.object({
  timeZone: ZoneName,
  questions: z.array(ClientQuestion),
  bookings: z.array(ClientBooking),
})

/** Everything of a salon on one page. */
const Home = z.object({
  currency: Currency,
  timeZone: ZoneName,
  tasks: z.array(OwnerTask),
  /** What happens next, shown while there is no task. */
  waiting: z.string(),
  /** Bookings that are still to come. */
  bookings: Count,
  /** The owner gets texts about questions and bookings. */
  handoverTexts: z.boolean(),
  nextTexts: z.array(NextTexts),
  /** The monthly texts; null if there are none. */
  programme: MonthlyTexts.nullable(),
  /** The latest 50. */
  cameBack: z.array(CameBack),
  /** Results of the latest campaigns that kept clients aside. */
  proofs: z.array(CampaignProof),
  owed: Owed,
  statements: z.array(
    z.object({
      number: z.number().int(),
      issuedOn: Day,
      total: z.number().int(),
      paid: z.number().int(),
      outstanding: Count,
    }),
  ),
  /** In force, then those that it replaced. */
  agreements: z.array(StoredAgreement),
  /** Approved versions, newest first. */
  offers: z.array(Texts.extend({ version: z.number().int(), approvedOn: Day, approvedBy: z.string() })),
})
export type Home = z.infer<typeof Home>

/** What an owner link opens. */
export const OwnerPage = z
  .object({
    purpose: LinkPurpose,
    /** The page is one of those behind a home link. */
    isBehindHome: z.boolean(),
    salonName: z.string(),
    ownerName: z.string(),
    /** Null for a home link. */
    expiresAt: Instant.nullable(),
    /** With purpose `agree`. */
    terms: Terms.nullable(),
    /** With purpose `offer`. */
    offer: OfferToApprove.nullable(),
    /** With purpose `list`. */
    list: ListToShare.nullable(),
    /** With purpose `results`. */
    results: Results.nullable(),
    /** With purpose `handover`. */
    handover: Handover.nullable(),
    /** With purpose `texts`. */
    texts: z.object({ timeZone: ZoneName, nextTexts: z.array(NextTexts) }).nullable(),
    /** With purpose `home`. */
    home: Home.nullable(),
  })
  .meta({ id: 'OwnerPage' })
export type OwnerPage = z.infer<typeof OwnerPage>

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
  asOf: z.iso.date('Please enter the day of the export').max(10),
})
export type ListShare = z.infer<typeof ListShare>

/** The owner's answer about a client. A visit needs its day and the amount paid for services, in minor units. */
export const VisitAnswer = z.discriminatedUnion('came', [
  z.object({ came: z.literal('no'), clientId: Id, visitId: Id.nullable() }),
  z.object({
    came: z.literal('yes'),
    clientId: Id,
    visitId: Id.nullable(),
    visitOn: z.iso.date('Please enter the day of the visit').max(10),
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
