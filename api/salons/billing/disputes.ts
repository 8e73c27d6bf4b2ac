import { money } from '@salonback/shared/formats.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { billing, LedgerEntry } from '@salonback/shared/salons/billing/contract.ts'
import { mayDispute } from '@salonback/shared/salons/billing/dueDates.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import { disputeWords } from '@salonback/shared/salons/billing/statementWords.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import { type Actor, decidedBy } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockSalon, type SalonRow } from '../salons/queries.ts'
import { findClientPhone, findVisit } from '../visits/queries.ts'
import { decideVisit } from '../visits/records.ts'
import { chargeClient } from './charge.ts'
import { findClientOf, requireEntry } from './ledger.ts'
import { findDueOn } from './statements.ts'
import { tellOwner } from './tellStatement.ts'

/** Holds an entry until staff decide. Throws 409 after the last day to pay its statement, and if it was disputed before. */
export async function openDispute(
  sql: Sql,
  { salonId, entryId, note }: { salonId: string; entryId: string; note: string },
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  const salon = await lockSalon(sql, salonId)
  const entry = await requireEntry(sql, salonId, entryId)
  if (entry.statementNumber !== null) await requireNotDue(sql, salon, entry.statementNumber, now)
  if (entry.kind !== 'fee' && entry.kind !== 'adjustment')
    throw new AppError('conflict', 'Only what you owe can be disputed')
  // The same words again are the same tap.
  if (entry.dispute?.note === note && entry.dispute.decidedAt === null) return
  if (entry.dispute) throw new AppError('conflict', 'You have disputed this fee already')
  await sql`insert into disputes (entry_id, note, opened_at) values (${entryId}, ${note}, ${now})`
  await audit(sql, { actor: by, action: 'ledger.dispute', subject: entryId })
}

/** A fee on a statement can be disputed until the last day to pay it; it is then taken back on the next one. */
async function requireNotDue(sql: Sql, { id, timeZone }: SalonRow, number: number, now: Date): Promise<void> {
  const dueOn = await findDueOn(sql, id, [number])
  if (mayDispute(dueOn, localDate(timeZone, now))) return
  const until = dueOn === null ? '' : `, which was to be paid by ${dayAndMonth(dueOn)}`
  throw new AppError('conflict', `This fee is on statement ${number}${until}. Please write to us.`)
}

type DisputeCall = Pick<HandlerInput<typeof billing.reopenDispute>, 'id' | 'entryId'>

interface OpenDispute {
  sql: Sql
  salon: SalonRow
  entry: LedgerEntry
}

/** What follows from a decision: another amount of the visit, or what is owed is computed again. */
type Outcome = { amount: number } | 'charge again' | 'as before'

/** Changes the decision about an entry, charges what follows, and tells the owner. `decide` returns null if nothing changes. */
function changeDispute(
  context: CallContext,
  { id, entryId }: DisputeCall,
  action: string,
  decide: (
    given: OpenDispute,
  ) => Promise<{ outcome: Outcome; detail?: { upheld: boolean; amount: number | null } } | null>,
): Promise<LedgerEntry> {
  return inTransaction(context.sql, async (sql) => {
    const { actor, clock, subscribers } = context
    const [by, now] = [actor, clock()]
    const salon = await lockSalon(sql, id)
    const entry = await requireEntry(sql, id, entryId)
    const decided = await decide({ sql, salon, entry })
    if (!decided) return entry
    const { outcome, detail } = decided
    if (outcome === 'charge again') await chargeAgain(sql, salon, { entryId, by, now })
    else if (outcome !== 'as before' && entry.visitId)
      await decideVisit(sql, salon, entry.visitId, outcome, { evidence: [], by, now, subscribers })
    await audit(sql, { actor, action, subject: entryId, ...(detail && { detail }) })
    return tellOutcome(sql, context, salon, entryId)
  })
}

/**
 * Ends a dispute. After an upheld one nothing is owed for the client any more, or the fee of the right amount. The same decision
 * again changes nothing.
 */
export const decideDispute = (
  { upheld, amount, reason, ...call }: HandlerInput<typeof billing.decideDispute>,
  context: CallContext,
): Promise<LedgerEntry> =>
  changeDispute(context, call, 'ledger.decide', async ({ sql, salon, entry }) => {
    if (entry.dispute?.decidedAt !== null) {
      if (entry.dispute?.upheld === upheld && entry.dispute.amount === amount) return null
      throw new AppError('conflict', 'This entry has no open dispute')
    }
    if (!upheld && amount !== null) throw invalidAmount('Only an upheld dispute has another amount')
    const amountBefore = amount === null ? null : await requireSmaller(sql, salon, entry, amount)
    const by = decidedBy(context.actor, context.clock())
    const decision = { upheld, amount, amountBefore, reason, ...by }
    await sql`update disputes set ${sql(decision)} where entry_id = ${entry.id} and decided_at is null`
    const outcome = upheld ? 'charge again' : 'as before'
    return { outcome: amount === null ? outcome : { amount }, detail: { upheld, amount } }
  })

/** Takes a decision back, with the amount that it changed, unless the amount was changed again. */
export const reopenDispute = (call: DisputeCall, context: CallContext): Promise<LedgerEntry> =>
  changeDispute(context, call, 'ledger.reopen', async ({ sql, salon, entry }) => {
    const was = await openAgain(sql, entry.id)
    if (!was) throw new AppError('conflict', 'This entry has no decided dispute')
    const visit =
      was.amount === null || !entry.visitId ? undefined : await findVisit(sql, salon.id, entry.visitId)
    const amount = visit?.amount === was.amount ? was.amountBefore : null
    return { outcome: amount === null ? 'charge again' : { amount } }
  })

/** Opens the decided dispute of an entry again; returns the amounts of the decision, or undefined without one. */
async function openAgain(sql: Sql, entryId: string) {
  const [was] = await sql<{ id: string; amount: number | null; amountBefore: number | null }[]>`
    select id, amount, amount_before from disputes where entry_id = ${entryId} and decided_at is not null`
  if (was)
    await sql`
      update disputes set decided_at = null, decided_by = null, decided_kind = null, decided_id = null,
        upheld = null, amount = null, amount_before = null, reason = ''
      where id = ${was.id}`
  return was
}

const invalidAmount = (message: string) => new AppError('invalid', message, { fields: { amount: message } })

/** The amount of the disputed visit; the right one has to be smaller. */
async function requireSmaller(
  sql: Sql,
  { id, currency }: SalonRow,
  { visitId }: LedgerEntry,
  amount: number,
): Promise<number> {
  const visit = visitId ? await findVisit(sql, id, visitId) : undefined
  if (!visit?.clientId || visit.amount === null)
    throw new AppError('conflict', 'This visit is no longer on the list: only no fee can be decided')
  if (amount >= visit.amount)
    throw invalidAmount(`Please enter less than ${money(visit.amount, currency)}, or reject the dispute`)
  return visit.amount
}

/** Brings the entries of the client of an entry to what is owed: nothing after an upheld dispute. */
async function chargeAgain(
  sql: Sql,
  salon: SalonRow,
  { entryId, by, now }: { entryId: string; by: Actor; now: Date },
): Promise<void> {
  const clientId = await findClientOf(sql, entryId)
  if (!clientId) return
  const phone = await findClientPhone(sql, salon.id, clientId)
  if (phone) await lockNumber(sql, phone)
  await chargeClient(sql, { salon, clientId, by, now })
}

/** Tells the owner how the dispute about an entry stands. */
async function tellOutcome(
  sql: Sql,
  deps: CallContext,
  salon: SalonRow,
  entryId: string,
): Promise<LedgerEntry> {
  const entry = await requireEntry(sql, salon.id, entryId)
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
