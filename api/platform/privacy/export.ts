import { systemActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import { type Database, inTransaction, type Sql } from '../db/open.ts'
import { type PhoneKeys, phoneHashes } from './hash.ts'
import { findPerson, type Person } from './person.ts'
import { findTraces, isOwner, type Trace } from './traces.ts'

export interface PersonalData {
  phone: string
  exportedAt: string
  /** Complete rows about the person, by table. */
  held: Record<string, Record<string, unknown>[]>
  /** Columns of other rows that contain the number, with counts only. */
  named: Record<string, number>
  /** E-mail addresses that another number used too. */
  sharedEmails: string[]
}

/** Everything stored about a number, row by row; with the keys also rows that have only its hash. Audited. */
export function exportPerson(
  sql: Database,
  { phone, emails, now, keys }: { phone: string; emails?: string[]; now: Date; keys?: PhoneKeys },
): Promise<PersonalData> {
  return inTransaction(sql, async (open) => {
    const hashes = keys ? phoneHashes(keys, phone).map((hash) => hash.toString('hex')) : []
    const person = await findPerson(open, phone, emails, hashes)
    const traces = await findTraces(open, person)
    await nameWriters(open, traces)
    await audit(open, { actor: systemActor('command line'), action: 'privacy.export' })
    const { sharedEmails } = person
    return {
      phone,
      exportedAt: now.toISOString(),
      held: heldIn(traces, person),
      named: namedIn(traces),
      sharedEmails,
    }
  })
}

/** First texts have their author in the campaign. */
async function nameWriters(sql: Sql, traces: Trace[]): Promise<void> {
  const rows = traces
    .filter(({ own, row }) => own && row.campaign_id && !row.created_by)
    .map(({ row }) => row)
  const campaigns = await sql<{ id: string; createdBy: string }[]>`
    select id, created_by from campaigns where id = any(${rows.map((row) => String(row.campaign_id))}::uuid[])`
  const writers = new Map(campaigns.map(({ id, createdBy }) => [id, createdBy]))
  for (const row of rows) row.created_by = writers.get(String(row.campaign_id)) ?? null
}

const tableName = ({ table }: Trace) => table.replace(/^public\./, '')

/** Includes the salons that the person owns: an erasure keeps them without their owner's number and address. */
function heldIn(traces: Trace[], { finder }: Person): PersonalData['held'] {
  const held: PersonalData['held'] = {}
  for (const trace of traces) {
    if (!trace.own && !isOwner(trace.row, finder)) continue
    const rows = held[tableName(trace)] ?? []
    rows.push(withoutOwnerLink(trace.row))
    held[tableName(trace)] = rows
  }
  return held
}

/** A text to an owner about the person holds a link by which only the owner may act. */
const withoutOwnerLink = (row: Record<string, unknown>) =>
  String(row.dedupe_key).startsWith('handover:')
    ? (JSON.parse(JSON.stringify(row).replace(/\/o\/[\w-]{22}/g, '/o/[link of the owner]')) as Record<
        string,
        unknown
      >)
    : row

function namedIn(traces: Trace[]): PersonalData['named'] {
  const named: PersonalData['named'] = {}
  for (const trace of traces) {
    if (trace.own) continue
    for (const { name } of trace.changes?.keys() ?? []) {
      const column = `${tableName(trace)}.${name}`
      named[column] = (named[column] ?? 0) + 1
    }
  }
  return named
}
