import type { EntryKind, EntryLine } from '@salonback/shared/ledger/contract.ts'
import { RULE_VERSION } from '@salonback/shared/visits/attribution.ts'
import type { Sql } from '../db/open.ts'

export interface Entry {
  kind: EntryKind
  amount: number
  payableFrom: Date
}

export interface EntryToInsert extends Entry {
  salonId: string
  clientId: string
  visitId: string | null
  line: EntryLine
  by: string
  now: Date
}

/** Ledger entries of a client, oldest first. */
export function findEntriesOf(sql: Sql, salonId: string, clientId: string) {
  return sql<Entry[]>`
    select kind, amount, payable_from from ledger_entries
    where salon_id = ${salonId} and client_id = ${clientId} order by seq`
}

export async function insertEntry(sql: Sql, { by, now, line, ...entry }: EntryToInsert): Promise<void> {
  const row = { ...entry, line: sql.json(line), ruleVersion: RULE_VERSION, createdBy: by, createdAt: now }
  await sql`insert into ledger_entries ${sql(row)}`
}
