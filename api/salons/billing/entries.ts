import type { EntryKind, EntryLine } from '@salonback/shared/salons/billing/entries.ts'
import { RULE_VERSION } from '@salonback/shared/salons/visits/attribution.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'

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
