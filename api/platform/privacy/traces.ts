import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Sql } from '../db/open.ts'
import { findTextTables, type Kind, type TextColumn, type TextTable } from './catalogue.ts'
import { isTheirs, type Person } from './person.ts'
import { ESCAPES } from './prefilter.ts'
import { MARKER, redactBytes, redactJson } from './redact.ts'
import type { NumberFinder } from './spelling.ts'

/** A row that contains the number or is about the person. */
export interface Trace {
  /** Quoted schema and table. */
  table: string
  /** ctid of the row. Updates change it: lock the row or read it again. */
  ctid: string
  /** Partition of the row. */
  part: string
  /** True: about the person; false: another row that contains the number. */
  own: boolean
  /** Redacted columns as text; null if the row is deleted. */
  changes: Map<TextColumn, string | null> | null
  /** The row by column. */
  row: Record<string, unknown>
}

/** Columns that identify the person; default: `phone`. */
const owners: Record<string, string[]> = {
  'public.leads': ['mobile_number'],
  'simulator.texts': ['handset'],
  'simulator.handsets': ['number'],
  'simulator.blocks': ['handset'],
  'simulator.faults': ['handset'],
}

/** Messages to an owner about the person. The texts and mails contain the person's words. */
const aboutThem = `public.owner_messages o join public.handovers h on h.id = o.subject_id where h.phone = person.phone`
const handedOver = `t.dedupe_key in (select o.dedupe_key from ${aboutThem})`

/** Conditions for rows about the person without the number. */
const related: Record<string, string> = {
  'public.messages': handedOver,
  'public.owner_messages': handedOver,
  'public.campaign_left_out':
    't.prospect_id in (select p.id from public.prospects p where p.phone = person.phone)',
  'public.receipts': `(t.sid in (select m.sid from public.messages m where m.phone = person.phone)
    or t.message_id in (select m.id from public.messages m where m.phone = person.phone))`,
  'public.contact_queries': 'lower(t.email) = any(person.emails)',
  'public.mails': `(lower(t.to_address) = any(person.emails) or lower(t.reply_to) = any(person.emails)
    or t.salon_id in (select s.id from public.salons s where s.owner_phone = person.phone) or ${handedOver})`,
  'public.mail_turned_off': 't.address = any(person.emails)',
  'simulator.mails': '(lower(t.to_address) = any(person.emails) or lower(t.reply_to) = any(person.emails))',
  'public.appointments': `(t.client_id in (select c.id from public.clients c where c.phone = person.phone)
    or encode(t.phone_hash, 'hex') = any(person.hashes))`,
  'public.client_changes': 't.client_id in (select c.id from public.clients c where c.phone = person.phone)',
}

/** All rows about the person or with the number, in one pass per table. `lock`: locks the found rows only. */
export async function findTraces(sql: Sql, person: Person, { lock = false } = {}): Promise<Trace[]> {
  const traces: Trace[] = []
  for (const table of await findTextTables(sql)) {
    for (const candidate of await findCandidates(sql, table, person, lock)) {
      const trace = traceOf(table, candidate, person)
      if (trace) traces.push(trace)
    }
  }
  return traces
}

interface Candidate {
  ctid: string
  part: string
  related: boolean
  row: string
  values: (string | null)[]
}

/** Values as text. */
const asText: Record<Kind, (column: string) => string> = {
  text: (column) => `t.${column}::text`,
  json: (column) => `t.${column}::text`,
  list: (column) => `array_to_json(t.${column})::text`,
  bytes: (column) => `encode(t.${column}, 'hex')`,
}
const asWords: Record<Kind, (column: string) => string> = {
  ...asText,
  bytes: (column) => `encode(t.${column}, 'escape')`,
}

/** Candidate rows by the coarse match in the database. */
function findCandidates(sql: Sql, { name, columns }: TextTable, person: Person, lock: boolean) {
  const isRelated = related[name] ?? 'false'
  const words = columns.map((column) => asWords[column.kind](column.quoted)).join(', ')
  const values = columns.map((column) => asText[column.kind](column.quoted)).join(', ')
  return sql.unsafe<Candidate[]>(
    `with person as (select $1::text as quick, $2::text as thorough, $3::text as phone, $4::text[] as emails, $5::text[] as hashes)
    select t.ctid::text as ctid, t.tableoid::regclass::text as part, ${isRelated} as related,
      row_to_json(t)::text as row, array[${values}] as values
    from ${name} t cross join person cross join lateral (select concat_ws(' ', ${words}) as words offset 0) as said
    where ${isRelated} or said.words ~ person.quick
      or (said.words ~ '${ESCAPES}' and said.words ~ person.thorough)
    ${lock ? 'for update of t' : ''}`,
    [person.prefilter.quick, person.prefilter.thorough, person.phone, person.emails, person.hashes],
  )
}

/** Exact match of a candidate; null if it does not contain the number. */
function traceOf(table: TextTable, candidate: Candidate, person: Person): Trace | null {
  const { ctid, part } = candidate
  const row = JSON.parse(candidate.row) as Record<string, unknown>
  const trace = { table: table.name, ctid, part, row }
  if (candidate.related || isOwn(table.name, row, person)) return { ...trace, own: true, changes: null }
  const own = table.name === 'public.import_errors' && numberOf(row.record) === person.phone
  const changes = new Map<TextColumn, string | null>()
  table.columns.forEach((column, n) => {
    const value = candidate.values[n] ?? null
    if (value === null) return
    const left = own && column.name === 'record' ? null : without(column, value, row, person)
    if (left !== value) changes.set(column, left)
  })
  return changes.size > 0 ? { ...trace, own, changes } : null
}

function isOwn(table: string, row: Record<string, unknown>, { finder }: Person): boolean {
  if (table === 'public.waitlist_responses') {
    return isTheirs({ phone: stringOrNull(row.phone), mobileNumber: String(row.mobile_number) }, finder)
  }
  return (owners[table] ?? ['phone']).some((column) => {
    const value = row[column]
    return typeof value === 'string' && finder.is(value)
  })
}

const stringOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Number of a rejected record, parsed with its country like the import does. */
function numberOf(record: unknown): string | null {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return null
  const { phone, country } = record as Record<string, unknown>
  if (typeof phone !== 'string' && typeof phone !== 'number') return null
  return toE164(phone, typeof country === 'string' ? country : null)
}

/** Value as text without the number. */
function without(
  column: TextColumn,
  value: string,
  row: Record<string, unknown>,
  { finder, phone }: Person,
): string | null {
  // A national spelling can be a number of another country; the E.164 number of the row counts.
  if (column.name === 'mobile_number' && isE164(row.phone) && !finder.is(row.phone)) return value
  if ((column.name === 'linked_phone' || column.name === 'test_number') && finder.is(value)) return null
  if (isOwnerContact(column.name) && isOwner(row, finder)) return null
  const marker = column.unique ? `[erased ${crypto.randomUUID().slice(0, 8)}]` : MARKER
  if (column.kind === 'bytes') return redactBytes(value, finder, marker)
  if (column.kind === 'text') return finder.replace(value, marker)
  const foreign = column.name === 'record' ? abroad(row.record, phone) : null
  return redactJson(value, finder, marker, foreign)
}

/** How to reach the owner of a salon. The name stays: it is part of the agreement. */
const isOwnerContact = (column: string) => column === 'owner_phone' || column === 'owner_email'

/** Whether the row is a salon with this owner. */
export const isOwner = (row: Record<string, unknown>, finder: NumberFinder) =>
  typeof row.owner_phone === 'string' && finder.is(row.owner_phone)

const isE164 = (value: unknown): value is string => typeof value === 'string' && /^\+\d+$/.test(value)

/** Phone field of a rejected record that is another number in its country; not redacted. */
function abroad(record: unknown, phone: string): string | null {
  const number = numberOf(record)
  return number === null || number === phone ? null : String((record as { phone: unknown }).phone)
}
