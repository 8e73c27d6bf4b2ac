import { z } from 'zod'
import { Count, Id, Instant, named, ZoneName } from '../../fields.ts'
import { EntryKind, EntryLine, Owed } from '../billing/contract.ts'
import { HandoverAnswer } from '../handover/contract.ts'
import { ListPreview } from '../lists/contract.ts'
import { CampaignProof } from '../proof/contract.ts'
import { Currency, LinkPurpose } from '../salons/contract.ts'
import type { Task } from './tasks.ts'

/** Pages behind a home link. */
export const OwnerStep = LinkPurpose.exclude(['home'])
export type OwnerStep = z.infer<typeof OwnerStep>

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
  /** For each month: what the texts name that is not true then. */
  datedWords: z.array(z.string()).optional(),
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
  reason: z.enum(['booked', 'reported', 'answered', 'called', 'opened']),
  visitOn: Day.nullable(),
  /** `Fri 13 March, 14:00`, of a booking; null if it is not known. */
  time: z.string().nullable(),
  /** What the client wrote; null without a text. */
  words: z.string().nullable(),
})

/** A ledger entry as an owner sees it. */
const OwedLine = EntryLine.extend({
  id: Id,
  kind: EntryKind,
  /** Minor units. */
  amount: z.number().int(),
  payableOn: Day,
  /** `reduced`: upheld with another amount. */
  dispute: z.enum(['open', 'upheld', 'reduced', 'rejected']).nullable(),
  /** Why staff decided so about the dispute. */
  decision: z.string().nullable(),
  /** On hold, because another line of the client is disputed. */
  held: z.boolean(),
  statementNumber: z.number().int().nullable(),
  /** Of a fee on a statement: the last day to pay it. */
  disputableUntil: Day.nullable(),
  /** Number of the statement that it corrects. */
  corrects: z.number().int().nullable(),
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
      paid: z.number().int(),
      credited: z.number().int(),
      outstanding: z.number().int(),
      /** What is left of all that it asks for. */
      left: z.number().int(),
      dueOn: Day.nullable(),
      /** Page on which that can be paid. */
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
  /** The last day that the texts name, on which the campaign ends; null: they name none. */
  endsOn: Day.nullable(),
  /** Texts that leave only with a new list, and the last day of this one; null: all leave with it. */
  late: z.object({ texts: Count, listEndsOn: Day, askedAt: Instant.nullable() }).nullable(),
  /** One half of the clients gets this text instead; null: all get the same. */
  other: Texts.nullable(),
})

export type NextTexts = z.infer<typeof NextTexts>

/** Texts of a campaign that did not leave, and why, the most first. */
const UnsentTexts = z.object({
  startedOn: Day,
  texts: Count,
  reasons: z.array(z.object({ reason: z.string(), texts: Count })),
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

/** A client who came back. */
const CameBack = z.object({
  /** `Maya +44 7700 900123`, as on the salon's list. */
  client: z.string(),
  visitOn: Day.nullable(),
  state: z.literal('attended'),
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
  /** In the salon's time zone. */
  today: Day,
  tasks: z.array(OwnerTask),
  /** What happens next, shown while there is no task. */
  waiting: z.string(),
  /** Bookings that are still to come. */
  bookings: Count,
  /** The owner gets texts about questions and bookings. */
  handoverTexts: z.boolean(),
  nextTexts: z.array(NextTexts),
  /** Of campaigns with more than a few of them. */
  unsent: z.array(UnsentTexts),
  /** The monthly texts; null if there are none. */
  programme: MonthlyTexts.nullable(),
  /** The latest 50. */
  cameBack: z.array(CameBack),
  /** Results of the latest campaigns that kept clients aside. */
  proofs: z.array(CampaignProof),
  owed: Owed,
  /** All payments, without what was paid back; what is paid too much counts. */
  paid: z.number().int(),
  /** All credits: what she need not pay. */
  credited: z.number().int(),
  statements: z.array(
    z.object({
      number: z.number().int(),
      issuedOn: Day,
      total: z.number().int(),
      paid: z.number().int(),
      credited: z.number().int(),
      outstanding: Count,
      /** What is left of all that it asks for. */
      left: Count,
    }),
  ),
  /** In force, then those that it replaced. */
  agreements: z.array(StoredAgreement),
  /** Approved versions, newest first. */
  offers: z.array(Texts.extend({ version: z.number().int(), approvedOn: Day, approvedBy: z.string() })),
})
export type Home = z.infer<typeof Home>

/** What an owner link opens. */
export const OwnerPage = named('OwnerPage', {
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
  texts: z
    .object({ timeZone: ZoneName, nextTexts: z.array(NextTexts), unsent: z.array(UnsentTexts) })
    .nullable(),
  /** With purpose `home`. */
  home: Home.nullable(),
})
export type OwnerPage = z.infer<typeof OwnerPage>
