import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { LedgerEntry, ledger } from '@salonback/shared/salons/ledger/contract.ts'
import { mayDispute } from '@salonback/shared/salons/ledger/dueDates.ts'
import { dayAndMonth } from '@salonback/shared/salons/ledger/paper.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { lockSalonState, oneSalon } from '../salons/queries.ts'
import { findClientPhone } from '../visits/queries.ts'
import { requireFeeRules } from '../visits/records.ts'
import { settleClient } from '../visits/settle.ts'
import { closeDispute, findClientOf, findDueOn, insertDispute, requireEntry } from './queries.ts'

/** Holds an entry until staff decide. Throws 409 after the last day to pay its statement, and if it was disputed before. */
export async function openDispute(
  sql: Sql,
  { salonId, entryId, note }: { salonId: string; entryId: string; note: string },
  { by, now }: { by: string; now: Date },
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

/** Ends a dispute. After an upheld one nothing is owed for the client any more. The same decision again changes nothing. */
export function decideDispute(
  { id, entryId, upheld }: HandlerInput<typeof ledger.decideDispute>,
  { sql, clock, actor }: CallContext,
): Promise<LedgerEntry> {
  return inTransaction(sql, async (open) => {
    const [by, now] = [actor.username, clock()]
    await lockSalonState(open, id)
    const entry = await requireEntry(open, id, entryId)
    if (!(await closeDispute(open, entryId, { upheld, by, now }))) {
      if (entry.dispute?.upheld === upheld) return entry
      throw new AppError('conflict', 'This entry has no open dispute')
    }
    if (upheld) await takeBack(open, { salonId: id, entryId, by, now })
    await audit(open, { actor: by, action: 'ledger.decide', subject: entryId, detail: { upheld } })
    return requireEntry(open, id, entryId)
  })
}

/** Reverses what stands for the client of an entry. */
async function takeBack(
  sql: Sql,
  { salonId, entryId, by, now }: { salonId: string; entryId: string; by: string; now: Date },
): Promise<void> {
  const clientId = await findClientOf(sql, entryId)
  if (!clientId) return
  const phone = await findClientPhone(sql, salonId, clientId)
  if (phone) await lockNumber(sql, phone)
  await settleClient(sql, await requireFeeRules(sql, salonId), { clientId, by, now })
}
