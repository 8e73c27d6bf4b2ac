import { money } from '@salonback/shared/formats.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { billing, Payment } from '@salonback/shared/salons/billing/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext, IdempotentContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { instant } from '../../platform/db/instant.ts'
import { type Fragment, inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { cancelOutdatedMails } from '../../platform/mail/mailStates.ts'
import { findAccount } from '../salons/owed.ts'
import { lockSalon } from '../salons/queries.ts'
import { requireOpenDay } from './closedMonths.ts'
import { receiptKey, sendReceipt } from './receipt.ts'

async function requirePayment(sql: Sql, salonId: string, id: string): Promise<Payment> {
  const [payment] = await findPayments(sql, salonId, sql`and p.id = ${id}`)
  if (!payment) throw notFound('Payment')
  return payment
}

async function store(sql: Sql, payment: InsertPayment, by: Actor, action: string): Promise<Payment> {
  const id = await insertPayment(sql, payment)
  const { salonId, amount } = payment
  await audit(sql, { actor: by, action, subject: salonId, detail: { paymentId: id, amount } })
  return requirePayment(sql, salonId, id)
}

/** Stores a payment. Throws 422 for days in the future, 409 if more is paid back than the salon's credit. */
export async function recordPayment(
  { id, receivedOn, amount, note }: HandlerInput<typeof billing.recordPayment>,
  context: IdempotentContext,
): Promise<Payment> {
  const { sql, clock, actor } = context
  const salon = await lockSalon(sql, id)
  const now = clock()
  if (receivedOn > localDate(salon.timeZone, now)) {
    const message = 'This day is in the future'
    throw new AppError('invalid', message, { fields: { receivedOn: message } })
  }
  await requireOpenDay(sql, receivedOn)
  const { credit } = await findAccount(sql, id)
  if (amount < 0 && -amount > credit) throw new AppError('conflict', tooMuch(credit, salon.currency))
  const payment = {
    salonId: id,
    receivedOn,
    amount,
    note,
    takesBack: null,
    createdBy: actor.name,
    createdAt: now,
  }
  const stored = await store(sql, payment, actor, 'payment.record')
  await sendReceipt(sql, context, salon, stored)
  return stored
}

const tooMuch = (credit: number, currency: string) =>
  credit > 0
    ? `Only ${money(credit, currency)} can be paid back`
    : 'There is nothing to pay back: the salon has no credit'

/** Takes a payment back with one of the opposite amount. A repeat returns the same payment. */
export function takeBackPayment(
  { id, paymentId, note }: HandlerInput<typeof billing.takeBackPayment>,
  { sql, clock, actor }: CallContext,
): Promise<Payment> {
  return inTransaction(sql, async (open) => {
    const salon = await lockSalon(open, id)
    const wrong = await requirePayment(open, id, paymentId)
    if (wrong.takesBack)
      throw new AppError('conflict', 'This takes back another payment: record that one again')
    const [before] = await findPayments(open, id, open`and p.takes_back = ${paymentId}`)
    if (before) return before
    const now = clock()
    const receivedOn = localDate(salon.timeZone, now)
    await cancelOutdatedMails(open, [receiptKey(paymentId)], now)
    const payment = { salonId: id, receivedOn, amount: -wrong.amount, note, takesBack: paymentId }
    return store(open, { ...payment, createdBy: actor.name, createdAt: now }, actor, 'payment.takeBack')
  })
}

const columns = (sql: Sql) => sql`
  p.id, p.received_on::text as received_on, p.amount, p.note, p.takes_back,
  exists (select 1 from payments b where b.takes_back = p.id) as taken_back, p.created_by,
  ${instant(sql, 'p.created_at')} as created_at`

/** Payments of a salon, newest first. */
export const findPayments = (sql: Sql, salonId: string, where: Fragment = sql``) => sql<Payment[]>`
  select ${columns(sql)} from payments p where p.salon_id = ${salonId} ${where} order by p.seq desc`

export interface InsertPayment {
  salonId: string
  receivedOn: string
  amount: number
  note: string
  takesBack: string | null
  /** Hash of the row of a bank's file. */
  bankRow?: Buffer
  createdBy: string
  createdAt: Date
}

/** Stores a payment; returns its id. */
export async function insertPayment(sql: Sql, payment: InsertPayment): Promise<string> {
  const [row] = await sql<[{ id: string }]>`insert into payments ${sql({ ...payment })} returning id`
  return row.id
}
