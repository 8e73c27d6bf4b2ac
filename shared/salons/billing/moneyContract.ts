import { z } from 'zod'
import { TextCost } from '../../core/messages/cost.ts'
import { Count, Id, Instant, named, ZoneName } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Currency } from '../salons/contract.ts'

const Money = z.number().int()
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
})
export type MonthRow = z.infer<typeof MonthRow>

/** A statement or payment, as an accountant books it. */
export const AccountingEntry = named('AccountingEntry', {
  kind: z.enum(['statement', 'payment']),
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

export const money = {
  open: endpoint({
    method: 'GET',
    path: '/api/admin/money/open',
    access: 'admin',
    summary: 'Unpaid statements of all salons, the most urgent first',
    reply: z.object({ items: z.array(OpenStatement) }),
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
