import { money } from '@salonback/shared/formats.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { LedgerEntry, ledger } from '@salonback/shared/salons/billing/contract.ts'
import { disputeWords } from '@salonback/shared/salons/billing/disputeWords.ts'
import { mayDispute } from '@salonback/shared/salons/billing/dueDates.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockSalonState, oneSalon } from '../salons/queries.ts'
import { findClientPhone, findVisit } from '../visits/queries.ts'
import { decideVisit, requireFeeRules } from '../visits/records.ts'
import type { VisitSubscriber } from '../visits/subscribers.ts'
import { chargeClient } from './charge.ts'
import { closeDispute, findClientOf, findDueOn, insertDispute, openAgain, requireEntry } from './queries.ts'
import { tellOwner } from './tellStatement.ts'

/** Holds an entry until staff decide. Throws 409 after the last day to pay its statement, and if it was disputed before. */
export async function openDispute(
  sql: Sql,
  { salonId, entryId, note }: { salonId: string; entryId: string; note: string },
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  await lockSalonState(sql, salonId)
  const entry = await requireEntry(sql, salonId, entryId)
  if (entry.statementNumber !== null) await requireNotDue(sql, salonId, entry.statementNumber, now)
  if (entry.kind !== 'fee' && entry.kind !== 'adjustment')
    throw new AppError('conflict', 'Only what you owe can be disputed')
  // The same words again are the same tap.
  if (entry.dispute?.note === note && entry.dispute.decidedAt === null) return
  if (entry.dispute) throw new AppError('conflict', 'You have disputed this fee already')
  await insertDispute(sql, entryId, { note, now })
  await audit(sql, { actor: by, action: 'ledger.dispute', subject: entryId })
}

/** A fee on a statement can be disputed until the last day to pay it; it is then taken back on the next one. */
async function requireNotDue(sql: Sql, salonId: string, number: number, now: Date): Promise<void> {
  const { timeZone } = await oneSalon(sql, salonId)
  const dueOn = await findDueOn(sql, salonId, [number])
  if (mayDispute(dueOn, localDate(timeZone, now))) return
  const until = dueOn === null ? '' : `, which was to be paid by ${dayAndMonth(dueOn)}`
  throw new AppError('conflict', `This fee is on statement ${number}${until}. Please write to us.`)
}

type Decide = HandlerInput<typeof ledger.decideDispute>

/**
 * Ends a dispute, and tells the owner. After an upheld one nothing is owed for the client any more, or the fee of the right
 * amount. The same decision again changes nothing.
 */
export function decideDispute(wanted: Decide, context: CallContext): Promise<LedgerEntry> {
  const { id, entryId, upheld, amount, reason } = wanted
  return inTransaction(context.sql, async (open) => {
    const [by, now] = [context.actor, context.clock()]
    await lockSalonState(open, id)
    const entry = await requireEntry(open, id, entryId)
    if (entry.dispute?.decidedAt !== null) {
      if (entry.dispute?.upheld === upheld && entry.dispute.amount === amount) return entry
      throw new AppError('conflict', 'This entry has no open dispute')
    }
    if (!upheld && amount !== null) throw invalidAmount('Only an upheld dispute has another amount')
    const amountBefore = amount === null ? null : await requireSmaller(open, id, entry, amount)
    await closeDispute(open, entryId, { upheld, amount, amountBefore, reason, by, now })
    if (amount !== null)
      await setAmount(open, id, entry, { amount, by, now, subscribers: context.subscribers })
    else if (upheld) await settleEntry(open, { salonId: id, entryId, by, now })
    await audit(open, { actor: by, action: 'ledger.decide', subject: entryId, detail: { upheld, amount } })
    return told(open, context, id, entryId)
  })
}

/** Takes a decision back, with the amount that it changed, unless the amount was changed again. */
export function reopenDispute(
  { id, entryId }: HandlerInput<typeof ledger.reopenDispute>,
  context: CallContext,
): Promise<LedgerEntry> {
  return inTransaction(context.sql, async (open) => {
    const [by, now] = [context.actor, context.clock()]
    await lockSalonState(open, id)
    const entry = await requireEntry(open, id, entryId)
    const was = await openAgain(open, entryId)
    if (!was) throw new AppError('conflict', 'This entry has no decided dispute')
    const visit = was.amount === null || !entry.visitId ? undefined : await findVisit(open, id, entry.visitId)
    const { subscribers } = context
    if (visit?.amount === was.amount && was.amountBefore !== null)
      await setAmount(open, id, entry, { amount: was.amountBefore, by, now, subscribers })
    else await settleEntry(open, { salonId: id, entryId, by, now })
    await audit(open, { actor: by, action: 'ledger.reopen', subject: entryId })
    return told(open, context, id, entryId)
  })
}

const invalidAmount = (message: string) => new AppError('invalid', message, { fields: { amount: message } })

/** The amount of the disputed visit; the right one has to be smaller. */
async function requireSmaller(
  sql: Sql,
  salonId: string,
  entry: LedgerEntry,
  amount: number,
): Promise<number> {
  const visit = entry.visitId ? await findVisit(sql, salonId, entry.visitId) : undefined
  if (!visit?.clientId || visit.amount === null)
    throw new AppError('conflict', 'This visit is no longer on the list: only no fee can be decided')
  if (amount >= visit.amount) {
    const { currency } = await oneSalon(sql, salonId)
    throw invalidAmount(`Please enter less than ${money(visit.amount, currency)}, or reject the dispute`)
  }
  return visit.amount
}

/** Changes what was paid for the visit of an entry, and so its fee. */
async function setAmount(
  sql: Sql,
  salonId: string,
  { visitId }: LedgerEntry,
  { amount, ...decision }: { amount: number; by: Actor; now: Date; subscribers: VisitSubscriber },
): Promise<void> {
  if (visitId) await decideVisit(sql, { salonId, visitId }, { amount }, { evidence: [], ...decision })
}

/** Brings the entries of the client of an entry to what is owed: nothing after an upheld dispute. */
async function settleEntry(
  sql: Sql,
  { salonId, entryId, by, now }: { salonId: string; entryId: string; by: Actor; now: Date },
): Promise<void> {
  const clientId = await findClientOf(sql, entryId)
  if (!clientId) return
  const phone = await findClientPhone(sql, salonId, clientId)
  if (phone) await lockNumber(sql, phone)
  await chargeClient(sql, await requireFeeRules(sql, salonId), { clientId, by, now })
}

/** Tells the owner how the dispute about an entry stands. */
async function told(sql: Sql, deps: CallContext, salonId: string, entryId: string): Promise<LedgerEntry> {
  const [salon, entry] = [await oneSalon(sql, salonId), await requireEntry(sql, salonId, entryId)]
  await tellOwner(sql, deps, salon, {
    kind: 'dispute',
    page: '#fees',
    subject: `Your dispute about a fee of ${salon.name}`,
    words: disputeWords(entry, salon.currency),
    rows: [],
    dedupeKey: `dispute:${entryId}:${deps.clock().toISOString()}`,
  })
  return entry
}
