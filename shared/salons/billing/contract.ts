import { z } from 'zod'
import { TextCost } from '../../core/messages/cost.ts'
import { ById, Count, Id, Instant, named, TypedDay, ZoneName } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Currency } from '../salons/contract.ts'
import { Amount } from '../visits/contract.ts'

const Money = z.number().int()

/** What a line of a statement shows. It names the client by initial and last three digits only. */
export const EntryLine = named('EntryLine', {
  /** `M. …123` */
  client: z.string(),
  /** Day of the visit. */
  visitOn: z.iso.date().nullable(),
  /** Paid for services, in minor units; of a correction, the amount that is charged from now on. */
  paid: Money.nullable(),
  /** Only of a correction: the amount that was charged until then. Entries before 26 November 2026 lack it. */
  paidBefore: Money.nullable().optional(),
  /** Share of the fee in hundredths of a percent. */
  feeBps: z.number().int(),
  /** Why the fee is owed, or the correction was made, as sentences. */
  reasons: z.array(z.string()),
})
export type EntryLine = z.infer<typeof EntryLine>

/** A credit lowers what a salon owes, with a reason. It names no client, and the next statement shows it. */
export const CreditKind = z.enum(['write_off', 'goodwill']).meta({ id: 'CreditKind' })
export type CreditKind = z.infer<typeof CreditKind>

export const EntryKind = z
  .enum(['fee', 'reversal', 'adjustment', 'credit', ...CreditKind.options])
  .meta({ id: 'EntryKind' })
export type EntryKind = z.infer<typeof EntryKind>

/** The owner's objection to an entry. */
export const Dispute = named('Dispute', {
  note: z.string(),
  openedAt: Instant,
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  upheld: z.boolean().nullable(),
  /** Upheld with another amount paid for services, in minor units; null: no fee is owed. */
  amount: Money.nullable(),
  /** Why staff decided so, as the owner reads it. */
  reason: z.string(),
})
export type Dispute = z.infer<typeof Dispute>

/** One line of money owed. It never changes; a mistake is corrected by another entry. */
export const LedgerEntry = named('LedgerEntry', {
  id: Id,
  visitId: Id.nullable(),
  kind: EntryKind,
  /** Minor units of the salon's currency. */
  amount: Money,
  line: EntryLine,
  payableFrom: Instant,
  ruleVersion: z.string(),
  /** The last dispute. */
  dispute: Dispute.nullable(),
  /** A dispute about a line of the same client is not decided: no statement takes the line. */
  held: z.boolean(),
  statementNumber: z.number().int().nullable(),
  /** Number of the statement that this entry corrects; the VAT is that of this statement. Null: it corrects none. */
  corrects: z.number().int().nullable(),
  /** The credit that this one takes back. */
  takesBack: Id.nullable(),
  /** Another credit takes this one back. */
  takenBack: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** What a salon owes, in minor units. Sums on no statement are without VAT. */
export const Owed = named('Owed', {
  /** On no statement, and can go on one now. */
  payable: Money,
  /** On no statement, and becomes payable later. */
  later: Money,
  /** On no statement, until staff decide a dispute about the client. */
  disputed: Money,
  /** On statements and not paid, with VAT; negative if the salon has credit. */
  outstanding: Money,
  /** VAT on the other three sums. Left out where none is charged. */
  vat: z.object({ payable: Money, later: Money, disputed: Money }).optional(),
})
export type Owed = z.infer<typeof Owed>

/** The rate of VAT in hundredths of a percent, and why there is none. */
const VatTerms = z.object({ bps: z.number().int(), note: z.string().nullable() })

/** As frozen on a statement. */
export const StatementLine = EntryLine.extend({
  kind: EntryKind,
  amount: Money,
  ruleVersion: z.string(),
  /** Number of the statement that the line corrects, and its VAT, which the line has too. */
  corrects: z.number().int().optional(),
  vat: VatTerms.optional(),
}).meta({ id: 'StatementLine' })
export type StatementLine = z.infer<typeof StatementLine>

/** A credit since the statement before. It is part of what was owed from before, and not of the total. */
export const StatementCredit = named('StatementCredit', {
  kind: CreditKind,
  /** Negative, unless it takes another one back. */
  amount: Money,
  reason: z.string(),
  on: z.iso.date(),
})
export type StatementCredit = z.infer<typeof StatementCredit>

const StatementHead = z.object({
  number: z.number().int(),
  issuedAt: Instant,
  issuedBy: z.string(),
  currency: Currency,
  /** With VAT. */
  total: Money,
  /** The last day to pay. Statements before 26 November 2026 lack it. */
  dueOn: z.iso.date().nullable(),
  /** What payments, and later statements in favour of the salon, have paid of it. */
  paid: Money,
  /** What credits have lowered it by. */
  credited: Money,
  outstanding: Money,
  /** Owed from before when it was issued; negative: credit. */
  broughtForward: Money,
  /** What is left of all that it asks for, with what was owed from before. */
  left: Money,
  /** `settled`: nothing is outstanding, and what the salon is owed was used or paid back. */
  state: z.enum(['issued', 'settled']),
})
export type StatementHead = z.infer<typeof StatementHead>

/** Who issues a statement, or gets it. */
export const Party = named('Party', {
  name: z.string(),
  /** Lines. */
  address: z.string().nullable(),
  companyNumber: z.string().nullable(),
  vatNumber: z.string().nullable(),
})
export type Party = z.infer<typeof Party>

/** What a statement says besides its lines, as it was when it was issued. */
export const Terms = named('StatementTerms', {
  from: Party,
  to: Party,
  /** Names the salon and the statement in a payment: `101-3`. */
  reference: z.string(),
  /** Labels and values: `IBAN`, and the number. */
  bank: z.array(z.tuple([z.string(), z.string()])),
  /** A page on which the salon can pay. */
  payUrl: z.string().nullable(),
  /** Why there is no VAT. */
  vatNote: z.string().nullable(),
})
export type Terms = z.infer<typeof Terms>

export const Statement = StatementHead.extend({
  salonName: z.string(),
  ownerName: z.string(),
  timeZone: ZoneName,
  lines: z.array(StatementLine),
  /** What the salon owed when the statement was issued, with it. Statements before 26 November 2026 lack it. */
  account: Owed.nullable(),
  /** Part of the total. */
  vat: Money,
  /** Its rate in hundredths of a percent; of several that of the own lines. */
  vatBps: z.number().int(),
  /** Amounts that VAT treats alike, and the statements that they correct. */
  vatParts: z.array(
    VatTerms.extend({ net: Money, vat: Money, corrects: z.array(z.number().int()) }).meta({ id: 'VatPart' }),
  ),
  /** The days that it is about. */
  period: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  /** Statements before 26 November 2026 lack it. */
  terms: Terms.nullable(),
  credits: z.array(StatementCredit),
}).meta({ id: 'Statement' })
export type Statement = z.infer<typeof Statement>

const OneStatement = ById.extend({ number: z.coerce.number().int().min(1).max(1_000_000) })

/** Largest payment, in minor units: a larger one is a typing error. */
export const MAX_PAYMENT = 100_000_000

/** Money that a salon paid or got back. A payment never changes; another payment takes a wrong one back. */
export const Payment = named('Payment', {
  id: Id,
  /** Day in the salon's time zone. */
  receivedOn: z.iso.date(),
  /** Minor units of the salon's currency; negative if it was paid back or takes another one back. */
  amount: z.number().int(),
  note: z.string(),
  /** The payment that this one takes back. */
  takesBack: Id.nullable(),
  /** Another payment takes this one back. */
  takenBack: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
})
export type Payment = z.infer<typeof Payment>

const Note = z.string().trim().max(200, 'At most 200 characters')

/** The ledger cannot be changed after an erasure, so a reason holds no number of a person. */
export const CreditReason = z
  .string()
  .trim()
  .min(1, 'Please write why: the owner reads it')
  .max(200, 'At most 200 characters')
  .refine(
    (text) => !/\d[\d ()./-]{5,}\d/.test(text),
    'Please leave out phone numbers: this cannot be changed',
  )

/** A statement that is not paid in full. */
export const OpenStatement = named('OpenStatement', {
  salonId: Id,
  salonName: z.string(),
  timeZone: ZoneName,
  currency: Currency,
  number: z.number().int(),
  issuedAt: Instant,
  dueOn: z.iso.date().nullable(),
  total: Money,
  outstanding: Money,
  overdue: z.boolean(),
  /** When each reminder was sent, oldest first. */
  reminders: z.array(Instant),
  /** Why no reminder can be sent now; null if it can. */
  noReminder: z.string().nullable(),
})
export type OpenStatement = z.infer<typeof OpenStatement>

const OfSalon = { salonId: Id, salonName: z.string() }

/** A statement that *Issue statements* would issue. */
export const StatementPreview = named('StatementPreview', {
  ...OfSalon,
  currency: Currency,
  number: z.number().int(),
  /** Sum with VAT. */
  total: Money,
  /** Owed from before; negative: credit. */
  broughtForward: Money,
  dueOn: z.iso.date(),
  lines: z.array(StatementLine),
  /** Why the amount is unusual, as a sentence; null if it is not. */
  unusual: z.string().nullable(),
  /** How the owner gets it, with its first sentences; null: by neither e-mail nor text. */
  sentBy: z.enum(['mail', 'text']).nullable(),
  words: z.string(),
})
export type StatementPreview = z.infer<typeof StatementPreview>

/** A salon that gets no statement now, with the reason as a sentence. */
export const LeftOutSalon = z.object({ ...OfSalon, reason: z.string() }).meta({ id: 'LeftOutSalon' })
export type LeftOutSalon = z.infer<typeof LeftOutSalon>

/** Statements per press. */
export const MAX_STATEMENTS = 500

/** Most that a statement can be, in minor units. */
const MOST = 1_000_000_000
const StatementNumber = z.number().int().min(1).max(1_000_000)

/** `2026-11` */
const Month = z
  .string()
  .max(7)
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** A month of one salon, or of the agency's own texts. */
export const MonthRow = named('MonthRow', {
  /** Null: the agency. */
  salonId: Id.nullable(),
  name: z.string(),
  currency: Currency.nullable(),
  /** Sent and accepted by the carrier. */
  texts: Count,
  /** Of texts in both directions, by unit. */
  cost: z.array(TextCost),
  /** Texts without a known price. */
  unpriced: Count,
  /** Attended in the month. */
  visits: Count,
  /** Fees and corrections of the month, without VAT. */
  fees: Money,
  /** Paid in the month. */
  paid: Money,
  /** Now, on statements and not paid. */
  outstanding: Money,
  /** Whether the salon has ever got a statement. */
  issued: z.boolean(),
})
export type MonthRow = z.infer<typeof MonthRow>

/** A statement, payment or credit, as an accountant books it. */
export const AccountingEntry = named('AccountingEntry', {
  kind: z.enum(['statement', 'payment', 'credit']),
  day: z.iso.date(),
  salonName: z.string(),
  country: z.string(),
  vatNumber: z.string().nullable(),
  reference: z.string(),
  currency: Currency,
  net: Money,
  vatBps: Count,
  vat: Money,
  total: Money,
  note: z.string(),
})
export type AccountingEntry = z.infer<typeof AccountingEntry>

/** A payment to us in a bank's file. */
export const BankPayment = named('BankPayment', {
  line: Count,
  day: z.iso.date(),
  amount: Money,
  currency: z.string().nullable(),
  text: z.string(),
  /** Null: left alone. */
  salonId: Id.nullable(),
  salonName: z.string().nullable(),
  /** `sure`: reference and sum agree · `likely`: a person decides · `known`: recorded before · `left`: no salon was found. */
  state: z.enum(['sure', 'likely', 'known', 'left']),
  isSure: z.boolean(),
  /** What agrees or is missing, as a sentence. */
  reason: z.string(),
})
export type BankPayment = z.infer<typeof BankPayment>

/** Rows of a bank's file. */
const MAX_BANK_ROWS = 10_000
/** A bank's file, row by row. */
const BankCsv = z
  .array(z.string().max(65_536))
  .max(MAX_BANK_ROWS, 'The file is too large: please export fewer months')
/** Payments per file. */
const MAX_BANK_PAYMENTS = 1000

export const billing = {
  entries: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/ledger',
    access: 'staff',
    summary: 'Ledger entries of a salon, newest first, by pages, and what is owed',
    params: ById,
    /** `disputed`: only entries with an open dispute. */
    query: z.object({ state: z.enum(['disputed']).optional(), cursor: Id.optional() }),
    reply: z.object({ items: z.array(LedgerEntry), nextCursor: Id.nullable(), owed: Owed }),
  }),
  decideDispute: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/ledger/{entryId}/dispute',
    access: 'admin',
    summary: 'Decide about the dispute of an entry: no fee, a smaller one, or it stays; the owner is told',
    params: ById.extend({ entryId: Id }),
    body: z.object({
      upheld: z.boolean(),
      /** The right amount paid for services, in minor units, of an upheld dispute; null: no fee is owed for the client. */
      amount: Amount.nullable().default(null),
      /** The owner reads it. */
      reason: z.string().trim().max(300, 'At most 300 characters').default(''),
    }),
    errors: ['conflict'],
    example: { upheld: true, amount: 3000, reason: 'She paid for products, too' },
    reply: LedgerEntry,
  }),
  reopenDispute: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/ledger/{entryId}/dispute/reopen',
    access: 'admin',
    summary: 'Take the decision about a dispute back, with the amount that it changed',
    params: ById.extend({ entryId: Id }),
    errors: ['conflict'],
    reply: LedgerEntry,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/statements',
    access: 'staff',
    summary: 'Statements of a salon, newest first',
    params: ById,
    reply: z.object({ items: z.array(StatementHead) }),
  }),
  issue: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/statements',
    access: 'admin',
    idempotent: true,
    summary: 'Issue a statement of what is payable',
    status: 201,
    params: ById,
    errors: ['conflict'],
    reply: Statement,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/statements/{number}',
    access: 'staff',
    summary: 'One statement with its lines',
    params: OneStatement,
    reply: Statement,
  }),
  payments: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/payments',
    access: 'staff',
    summary: 'Payments of a salon, newest first, and its credit',
    params: ById,
    reply: z.object({ items: z.array(Payment), credit: z.number().int() }),
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/payments',
    access: 'admin',
    idempotent: true,
    summary: 'Record a payment of a salon; a negative amount was paid back to it',
    status: 201,
    params: ById,
    body: z.object({
      receivedOn: TypedDay('Please enter the day'),
      amount: z
        .number()
        .int()
        .min(-MAX_PAYMENT, 'At most 1,000,000')
        .max(MAX_PAYMENT, 'At most 1,000,000')
        .refine((amount) => amount !== 0, 'Please enter an amount'),
      note: Note.default(''),
    }),
    errors: ['conflict'],
    example: { receivedOn: '2026-03-20', amount: 4050 },
    reply: Payment,
  }),
  takeBackPayment: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/payments/{paymentId}/take-back',
    access: 'admin',
    summary: 'Take back a payment that was recorded by mistake, with another payment',
    status: 201,
    params: ById.extend({ paymentId: Id }),
    body: z.object({ note: Note.default('') }),
    errors: ['conflict'],
    example: { note: 'It was from another salon' },
    reply: Payment,
  }),
  addCredit: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/credits',
    access: 'admin',
    idempotent: true,
    summary: 'Lower what a salon owes: a goodwill, or the write-off of what it will not pay',
    status: 201,
    params: ById,
    body: z.object({
      kind: CreditKind,
      amount: z.number().int().min(1, 'Please enter an amount').max(MAX_PAYMENT, 'At most 1,000,000'),
      reason: CreditReason,
    }),
    errors: ['conflict'],
    example: { kind: 'goodwill', amount: 1000, reason: 'The texts came a day late' },
    reply: LedgerEntry,
  }),
  takeBackCredit: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/credits/{entryId}/take-back',
    access: 'admin',
    summary: 'Take back a credit that was given by mistake, with an entry of the opposite amount',
    status: 201,
    params: ById.extend({ entryId: Id }),
    errors: ['conflict'],
    reply: LedgerEntry,
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/admin/money/open',
    access: 'admin',
    summary: 'Unpaid statements of all salons, the most urgent first',
    reply: z.object({
      items: z.array(OpenStatement),
      /** The first open day: earlier months are closed. Null: no month is closed. */
      openFrom: z.iso.date().nullable(),
      /** Statements ever issued. */
      issued: Count,
    }),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/admin/money/statements',
    access: 'admin',
    summary:
      'The statements that would be issued now for all salons, and the salons left out with the reason',
    reply: z.object({ statements: z.array(StatementPreview), leftOut: z.array(LeftOutSalon) }),
  }),
  issueAll: endpoint({
    method: 'POST',
    path: '/api/admin/money/statements',
    access: 'admin',
    summary: 'Issue these statements, each as it was previewed or not at all; a repeat issues nothing twice',
    body: z.object({
      statements: z
        .array(z.object({ salonId: Id, number: StatementNumber, total: z.number().int().min(0).max(MOST) }))
        .max(MAX_STATEMENTS, `At most ${MAX_STATEMENTS}`),
      /** Send each owner a link, by e-mail or text. */
      tellOwners: z.boolean().default(false),
    }),
    maxBodyBytes: 128 * 1024,
    reply: z.object({
      issued: z.array(z.object({ ...OfSalon, number: z.number().int(), told: z.boolean() })),
      leftOut: z.array(LeftOutSalon),
    }),
  }),
  previewBank: endpoint({
    method: 'POST',
    path: '/api/admin/money/bank/preview',
    access: 'admin',
    summary: "The payments in a bank's CSV file with their salons; stores nothing",
    body: z.object({ csv: BankCsv }),
    maxBodyBytes: 2 * 1024 * 1024,
    reply: z.object({
      items: z.array(BankPayment),
      leftOut: z.array(z.object({ line: Count, reason: z.string() })),
    }),
  }),
  importBank: endpoint({
    method: 'POST',
    path: '/api/admin/money/bank',
    access: 'admin',
    summary: "Record payments of a bank's CSV file, all or none; the same file records nothing twice",
    body: z.object({
      csv: BankCsv,
      chosen: z
        .array(
          z.object({
            line: z.number().int().min(1).max(MAX_BANK_ROWS),
            salonId: Id,
            amount: z.number().int().min(1).max(MAX_PAYMENT),
          }),
        )
        .min(1)
        .max(MAX_BANK_PAYMENTS, `At most ${MAX_BANK_PAYMENTS}`),
    }),
    maxBodyBytes: 2 * 1024 * 1024,
    errors: ['conflict'],
    reply: z.object({ recorded: Count }),
  }),
  closeMonth: endpoint({
    method: 'POST',
    path: '/api/admin/money/months/{month}/close',
    access: 'admin',
    summary: 'Close a month and all before it: later facts go to an open month. It cannot be opened again',
    params: z.object({ month: Month }),
    errors: ['conflict'],
    reply: z.object({ openFrom: z.iso.date().nullable() }),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/statements/{number}/remind',
    access: 'admin',
    summary: 'Remind the owner of an overdue statement, at most twice',
    params: z.object({ id: Id, number: z.coerce.number().int().min(1).max(1_000_000) }),
    errors: ['conflict'],
    reply: z.object({ sentBy: z.enum(['mail', 'text']), reminders: Count }),
  }),
  month: endpoint({
    method: 'GET',
    path: '/api/admin/money/months/{month}',
    access: 'admin',
    summary: 'Texts, cost, visits, fees and payments of a month by salon',
    params: z.object({ month: Month }),
    reply: z.object({ rows: z.array(MonthRow) }),
  }),
  books: endpoint({
    method: 'GET',
    path: '/api/admin/money/months/{month}/books',
    access: 'admin',
    summary: 'Statements and payments of a month, for the accountant',
    params: z.object({ month: Month }),
    reply: z.object({ items: z.array(AccountingEntry) }),
  }),
}
