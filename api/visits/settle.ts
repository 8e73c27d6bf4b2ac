import { localDate } from '@salonback/shared/sms/openHours.ts'
import { type Charge, entryFor, type NewEntry } from '@salonback/shared/visits/fees.ts'
import { initialAndDigits } from '@salonback/shared/visits/names.ts'
import type { Sql } from '../db/open.ts'
import { type Entry, findEntriesOf, insertEntry } from './entries.ts'
import { type FeeRules, findCharge, type VisitRow } from './history.ts'
import { findVisitsOf } from './queries.ts'

const DAY_MS = 24 * 3_600_000

interface Settling {
  /** The visit that has changed. */
  visit: VisitRow
  by: string
  now: Date
}

/**
 * Brings the ledger entries of a client to what the visits are worth, by one more entry if they differ. The caller holds
 * the lock of the number.
 */
export async function settleClient(sql: Sql, salon: FeeRules, { visit, by, now }: Settling): Promise<void> {
  const { clientId } = visit
  if (!clientId) return
  const visits = await findVisitsOf(sql, salon.id, clientId)
  const charge = await findCharge(sql, salon, clientId, visits)
  const entries = await findEntriesOf(sql, salon.id, clientId)
  const entry = entryFor(charge?.amount ?? 0, entries)
  if (!entry) return
  const charged = visits.find(({ id }) => id === charge?.visitId) ?? visit
  await insertEntry(sql, {
    ...entry,
    salonId: salon.id,
    clientId,
    visitId: charged.id,
    payableFrom: payableFrom(charged, entries, salon, now),
    line: {
      client: initialAndDigits(charged.firstName, charged.phone),
      visitOn: charged.visitAt && localDate(salon.timeZone, new Date(charged.visitAt)),
      paid: charged.amount,
      feeBps: salon.feeBps,
      reasons: reasonsOf(entry, charge, charged),
    },
    by,
    now,
  })
}

/** `hold_days` after the visit. Corrections are payable no earlier than the entries that they correct. */
function payableFrom({ visitAt }: VisitRow, entries: Entry[], { holdDays }: FeeRules, now: Date): Date {
  const held =
    entries.length === 0 && visitAt ? new Date(visitAt).getTime() + holdDays * DAY_MS : now.getTime()
  return new Date(Math.max(held, ...entries.map((entry) => entry.payableFrom.getTime())))
}

/** Why a fee is owed, or why it was corrected. */
function reasonsOf({ kind }: NewEntry, charge: Charge | null, { state, amount }: VisitRow): string[] {
  if (kind === 'fee' && charge) return charge.reasons
  if (state === 'no_show') return ['The client did not come']
  if (state === 'canceled') return ['The visit was canceled']
  if (amount === 0) return ['The amount was refunded']
  return [charge ? 'The visit or its amount was corrected' : 'The visit is not charged any more']
}
