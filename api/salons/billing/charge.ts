import type { EntryKind, EntryLine } from '@salonback/shared/salons/billing/contract.ts'
import {
  type Charge,
  chargeOf,
  correctionReason,
  entriesToKeep,
  entryFor,
  type NewEntry,
  payableFromOf,
  takenBackReason,
} from '@salonback/shared/salons/billing/fees.ts'
import { attribute, RULE_VERSION } from '@salonback/shared/salons/visits/attribution.ts'
import { initialAndDigits } from '@salonback/shared/salons/visits/names.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { SalonRow } from '../salons/queries.ts'
import { findKnown, type KnownRow, MOST_OF_CLIENT } from '../visits/history.ts'
import type { ChangedVisits, VisitSubscriber } from '../visits/subscribers.ts'

/** Charges visits. */
export const chargeVisits: VisitSubscriber = { onVisitChanged: chargeClient }

/**
 * Brings the ledger entries of a client to what the visits are worth, by one more entry if they differ. It replaces corrections
 * that are on no statement yet. The caller holds the lock of the number.
 */
export async function chargeClient(
  sql: Sql,
  { salon: rules, clientId, by, now }: Omit<ChangedVisits, 'phone'>,
): Promise<void> {
  const stored = await findEntriesOf(sql, rules.id, clientId)
  const [first] = stored
  // A new share is for new clients: else a correction would charge an old fee again by another share.
  const salon = first ? { ...rules, feeBps: first.line.feeBps } : rules
  const isFree = stored.some((one) => one.isFree)
  const visits = await findKnown(sql, salon, { clientId, isFree })
  const charge = visits.length > MOST_OF_CLIENT ? null : chargeOf(visits, salon)
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
  const known = visits.find(({ row }) => row.id === visitId)
  const payableFrom = payableFromOf({
    visitAt: (charge && known?.row.visitAt) ?? null,
    holdDays: salon.holdDays,
    seenAt: now,
    raises: entry.amount > 0,
    earlier: entries.map((one) => one.payableFrom),
  })
  const line = lineOf(entry, { known, charge, entries, corrected, salon })
  await insertEntry(sql, { ...entry, salonId: salon.id, clientId, visitId, payableFrom, line, by, now })
}

interface Line {
  known: KnownRow | undefined
  charge: Charge | null
  entries: Entry[]
  corrected: Entry | undefined
  salon: SalonRow
}

function lineOf(entry: NewEntry, { known, charge, entries, corrected, salon }: Line): EntryLine {
  const visit = known?.row
  const standing = entries.reduce((sum, { kind, amount }) => sum + (kind === 'credit' ? 0 : amount), 0)
  return {
    client: visit ? initialAndDigits(visit.firstName, visit.phone) : (corrected?.line.client ?? ''),
    visitOn: known ? known.visit.visitOn : (corrected?.line.visitOn ?? null),
    paid: charge ? (visit?.amount ?? 0) : 0,
    ...(entry.kind !== 'fee' && { paidBefore: standing === 0 ? 0 : (corrected?.line.paid ?? null) }),
    feeBps: salon.feeBps,
    reasons: corrected ? [reasonOf(charge, known, corrected, salon)] : (charge?.reasons ?? []),
  }
}

/** Why a fee was corrected. */
function reasonOf(charge: Charge | null, known: KnownRow | undefined, corrected: Entry, salon: SalonRow) {
  const moved = charge?.visitId !== corrected.visitId
  if (charge) return correctionReason({ amount: known?.row.amount ?? null, moved })
  const judged = known && attribute(known.visit, { ...known.history, chargedBefore: false }, salon)
  return takenBackReason(judged?.reasons[0] ?? 'The visit is not charged any more')
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
  /** A correction of an open month on no statement, without a dispute: a newer one replaces it. */
  isOpen: boolean
  /** A dispute about it was upheld without another amount: nothing is owed for the client any more. */
  isFree: boolean
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
        and coalesce(created_at >= first_open_day()::timestamp at time zone
          (select time_zone from salons s where s.id = e.salon_id), true)
        and not exists (select 1 from disputes d where d.entry_id = e.id) as is_open,
      exists (select 1 from disputes d where d.entry_id = e.id and d.upheld and d.amount is null) as is_free
    from ledger_entries e where salon_id = ${salonId} and client_id = ${clientId} order by seq`
}

/** Clients of upheld disputes: the owner pays for none of their visits any more. */
export async function findFreeClients(sql: Sql, salonId: string, clientIds: readonly string[]) {
  const rows = await sql<{ clientId: string }[]>`
    select e.client_id from ledger_entries e join disputes d on d.entry_id = e.id
    where e.salon_id = ${salonId} and e.client_id = any(${[...clientIds]}::uuid[]) and d.upheld and d.amount is null`
  return new Set(rows.map(({ clientId }) => clientId))
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
