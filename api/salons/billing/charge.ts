import { correctionReason, takenBackReason } from '@salonback/shared/salons/billing/corrections.ts'
import type { EntryLine } from '@salonback/shared/salons/billing/entries.ts'
import { type Charge, entryFor, type NewEntry } from '@salonback/shared/salons/billing/fees.ts'
import { entriesToKeep } from '@salonback/shared/salons/billing/netting.ts'
import { payableFromOf } from '@salonback/shared/salons/billing/payable.ts'
import { initialAndDigits } from '@salonback/shared/salons/visits/names.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'
import { type FeeRules, findCharge, type VisitRow, withAttribution } from '../visits/history.ts'
import { findVisitsOf } from '../visits/queries.ts'
import type { VisitSubscriber } from '../visits/subscribers.ts'
import { deleteOpenCorrections, type Entry, findEntriesOf, insertEntry } from './entries.ts'

/** Charges visits. */
export const chargeVisits: VisitSubscriber = {
  onVisitChanged: (sql, { salon, ...change }) => chargeClient(sql, salon, change),
}

interface ChargeClient {
  clientId: string
  by: Actor
  now: Date
}

/**
 * Brings the ledger entries of a client to what the visits are worth, by one more entry if they differ. It replaces corrections
 * that are on no statement yet. The caller holds the lock of the number.
 */
export async function chargeClient(
  sql: Sql,
  rules: FeeRules,
  { clientId, by, now }: ChargeClient,
): Promise<void> {
  const visits = await findVisitsOf(sql, rules.id, clientId)
  const stored = await findEntriesOf(sql, rules.id, clientId)
  const [first] = stored
  // A new share is for new clients: else a correction would charge an old fee again by another share.
  const salon = first ? { ...rules, feeBps: first.line.feeBps } : rules
  const charge = await findCharge(sql, salon, clientId, visits)
  const owed = charge?.amount ?? 0
  if (!entryFor(owed, stored)) return
  const entries = entriesToKeep(stored, charge)
  await deleteOpenCorrections(
    sql,
    stored.filter((one) => !entries.includes(one)).map(({ id }) => id),
  )
  const corrected = entries.findLast(({ kind }) => kind !== 'credit')
  const entry = entryFor(owed, entries)
  if (!entry) return
  const visitId = charge?.visitId ?? corrected?.visitId ?? null
  // Undefined after an erasure, which deletes visits and keeps entries.
  const visit = visits.find(({ id }) => id === visitId)
  const reasons = corrected
    ? [await reasonOf(sql, salon, { charge, visit, visits, corrected })]
    : (charge?.reasons ?? [])
  await insertEntry(sql, {
    ...entry,
    salonId: salon.id,
    clientId,
    visitId,
    payableFrom: payableFromOf({
      visitAt: (charge && visit?.visitAt) ?? null,
      holdDays: salon.holdDays,
      seenAt: now,
      raises: entry.amount > 0,
      earlier: entries.map(({ payableFrom }) => payableFrom),
    }),
    line: lineOf(entry, { visit, charge, entries, corrected, salon, reasons }),
    by,
    now,
  })
}

interface Line {
  visit: VisitRow | undefined
  charge: Charge | null
  entries: Entry[]
  corrected: Entry | undefined
  salon: FeeRules
  reasons: string[]
}

function lineOf(entry: NewEntry, { visit, charge, entries, corrected, salon, reasons }: Line): EntryLine {
  const { timeZone, feeBps } = salon
  const standing = entries.reduce((sum, { kind, amount }) => sum + (kind === 'credit' ? 0 : amount), 0)
  return {
    client: visit ? initialAndDigits(visit.firstName, visit.phone) : (corrected?.line.client ?? ''),
    visitOn: visit
      ? visit.visitAt && localDate(timeZone, new Date(visit.visitAt))
      : (corrected?.line.visitOn ?? null),
    paid: charge ? (visit?.amount ?? 0) : 0,
    ...(entry.kind !== 'fee' && { paidBefore: standing === 0 ? 0 : (corrected?.line.paid ?? null) }),
    feeBps,
    reasons,
  }
}

interface Correction {
  charge: Charge | null
  visit: VisitRow | undefined
  visits: VisitRow[]
  corrected: Entry
}

/** Why a fee was corrected. */
async function reasonOf(sql: Sql, salon: FeeRules, { charge, visit, visits, corrected }: Correction) {
  if (charge)
    return correctionReason({ amount: visit?.amount ?? null, moved: charge.visitId !== corrected.visitId })
  const [judged] = visit ? await withAttribution(sql, salon, [visit], visits) : []
  return takenBackReason(judged?.attribution.reasons[0] ?? 'The visit is not charged any more')
}
