import { z } from 'zod'
import { ById, Id, Instant, named, ZoneName } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Currency } from '../salons/contract.ts'
import { Amount } from '../visits/contract.ts'
import { EntryKind, EntryLine } from './entries.ts'

const Money = z.number().int()

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
  /** Number of the statement that this entry corrects, whose VAT it has; null for a fee, and if it corrects none. */
  corrects: z.number().int().nullable(),
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
}).meta({ id: 'Statement' })
export type Statement = z.infer<typeof Statement>

const OneStatement = ById.extend({ number: z.coerce.number().int().min(1).max(1_000_000) })

export const ledger = {
  list: endpoint({
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
}
