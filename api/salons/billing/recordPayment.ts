import { money } from '@salonback/shared/formats.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { Payment, payments } from '@salonback/shared/salons/billing/paymentsContract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext, IdempotentContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findAccount } from '../salons/owed.ts'
import { lockSalonState, oneSalon } from '../salons/queries.ts'
import { findPayments, type InsertPayment, insertPayment } from './payments.ts'

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
  { id, receivedOn, amount, note }: HandlerInput<typeof payments.record>,
  { sql, clock, actor }: IdempotentContext,
): Promise<Payment> {
  const salon = await oneSalon(sql, id)
  const now = clock()
  if (receivedOn > localDate(salon.timeZone, now)) {
    const message = 'This day is in the future'
    throw new AppError('invalid', message, { fields: { receivedOn: message } })
  }
  await lockSalonState(sql, id)
  const { credit } = await findAccount(sql, id)
  if (amount < 0 && -amount > credit) throw new AppError('conflict', tooMuch(credit, salon.currency))
  const payment = { salonId: id, receivedOn, amount, note, takesBack: null }
  return store(sql, { ...payment, createdBy: actor.name, createdAt: now }, actor, 'payment.record')
}

const tooMuch = (credit: number, currency: string) =>
  credit > 0
    ? `Only ${money(credit, currency)} can be paid back`
    : 'There is nothing to pay back: the salon has no credit'

/** Takes a payment back with one of the opposite amount. A repeat returns the same payment. */
export function takeBackPayment(
  { id, paymentId, note }: HandlerInput<typeof payments.takeBack>,
  { sql, clock, actor }: CallContext,
): Promise<Payment> {
  return inTransaction(sql, async (open) => {
    const salon = await oneSalon(open, id)
    await lockSalonState(open, id)
    const wrong = await requirePayment(open, id, paymentId)
    if (wrong.takesBack)
      throw new AppError('conflict', 'This takes back another payment: record that one again')
    const [before] = await findPayments(open, id, open`and p.takes_back = ${paymentId}`)
    if (before) return before
    const now = clock()
    const receivedOn = localDate(salon.timeZone, now)
    const payment = { salonId: id, receivedOn, amount: -wrong.amount, note, takesBack: paymentId }
    return store(open, { ...payment, createdBy: actor.name, createdAt: now }, actor, 'payment.takeBack')
  })
}
