import type { EntryKind, EntryLine } from '@salonback/shared/salons/billing/contract.ts'
import {
  type Charge,
  correctionReason,
  entriesToKeep,
  entryFor,
  type NewEntry,
  payableFromOf,
  takenBackReason,
} from '@salonback/shared/salons/billing/fees.ts'
import { RULE_VERSION } from '@salonback/shared/salons/visits/attribution.ts'
import { initialAndDigits } from '@salonback/shared/salons/visits/names.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { SalonRow } from '../salons/queries.ts'
import { findCharge, type VisitRow, withAttribution } from '../visits/history.ts'
import { findVisitsOf } from '../visits/queries.ts'
import type { VisitSubscriber } from '../visits/subscribers.ts'

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
  rules: SalonRow,
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
  salon: SalonRow
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
async function reasonOf(sql: Sql, salon: SalonRow, { charge, visit, visits, corrected }: Correction) {
  if (charge)
    return correctionReason({ amount: visit?.amount ?? null, moved: charge.visitId !== corrected.visitId })
  const [judged] = visit ? await withAttribution(sql, salon, [visit], visits) : []
  return takenBackReason(judged?.attribution.reasons[0] ?? 'The visit is not charged any more')
}

export interface Entry {
  kind: EntryKind
  amount: number
  payableFrom: Date
  visitId: string | null
  line: EntryLine
}

export interface StoredEntry extends Entry {
  id: string
  /** A correction on no statement, without a dispute: a newer one replaces it. */
  isOpen: boolean
}

export interface EntryToInsert extends Entry {
  salonId: string
  clientId: string
  by: Actor
  now: Date
}

/** Ledger entries of a client, oldest first. */
export function findEntriesOf(sql: Sql, salonId: string, clientId: string) {
  return sql<StoredEntry[]>`
    select id, kind, amount, payable_from, visit_id, line,
      kind in ('reversal', 'adjustment') and statement_id is null
        and not exists (select 1 from disputes d where d.entry_id = e.id) as is_open
    from ledger_entries e where salon_id = ${salonId} and client_id = ${clientId} order by seq`
}

/** Deletes corrections that no statement has and that a newer one replaces. */
export async function deleteOpenCorrections(sql: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select set_config('salonback.net_corrections', 'on', true)`
  await sql`delete from ledger_entries where id = any(${ids}::uuid[])`
  await sql`select set_config('salonback.net_corrections', '', true)`
}

export async function insertEntry(sql: Sql, { by, now, line, ...entry }: EntryToInsert): Promise<void> {
  const row = {
    ...entry,
    line: sql.json(line),
    ruleVersion: RULE_VERSION,
    createdBy: by.name,
    createdAt: now,
  }
  await sql`insert into ledger_entries ${sql(row)}`
}
