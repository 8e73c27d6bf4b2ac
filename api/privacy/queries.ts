import type { Json, Sql } from '../db/open.ts'
import { type PhoneKeys, phoneHashes } from './hash.ts'
import { keyInUse } from './keys.ts'
import type { Person } from './person.ts'

// Conditions that find a person's rows; export and erasure use the same ones, so what is shown is what goes.
const where = {
  prospects: (sql: Sql, { phone }: Person) => sql`phone = ${phone}`,
  outreachLeftOut: (sql: Sql, { phone }: Person) =>
    sql`prospect_id in (select id from prospects where phone = ${phone})`,
  leads: (sql: Sql, { phone, pattern }: Person) =>
    sql`(mobile_number = ${phone} or mobile_number ~ ${pattern})`,
  waitlistResponses: (sql: Sql, { phone, pattern }: Person) =>
    sql`(phone = ${phone} or mobile_number ~ ${pattern})`,
  contactQueries: (sql: Sql, { pattern, emails }: Person) => sql`
    (lower(email) = any(${emails}) or concat_ws(' ', name, subject, message) ~ ${pattern})`,
  messages: (sql: Sql, { phone }: Person) => sql`phone = ${phone}`,
  receipts: (sql: Sql, person: Person) => sql`
    (raw::text ~ ${person.pattern} or exists (select 1 from messages m
      where m.phone = ${person.phone} and (m.sid = receipts.sid or m.id = receipts.message_id)))`,
  consentLedger: (sql: Sql, { phone, pattern }: Person) => sql`(phone = ${phone} or phone ~ ${pattern})`,
  undeliverable: (sql: Sql, { phone }: Person) => sql`phone = ${phone}`,
  suppressions: (sql: Sql, { phone }: Person) => sql`phone = ${phone}`,
  importErrors: (sql: Sql, { pattern }: Person) => sql`record::text ~ ${pattern}`,
  auditLog: (sql: Sql, { pattern }: Person) => sql`concat_ws(' ', subject, detail::text) ~ ${pattern}`,
}

export type Held = Record<keyof typeof where, Json[]>

const tables: Record<keyof typeof where, string> = {
  prospects: 'prospects',
  outreachLeftOut: 'outreach_left_out',
  leads: 'leads',
  waitlistResponses: 'waitlist_responses',
  contactQueries: 'contact_queries',
  messages: 'messages',
  receipts: 'receipts',
  consentLedger: 'consent_ledger',
  undeliverable: 'undeliverable',
  suppressions: 'suppressions',
  importErrors: 'import_errors',
  auditLog: 'audit_log',
}

/** Every row we hold about a person, whole, as JSON. */
export async function findHeld(sql: Sql, person: Person): Promise<Held> {
  const held: Partial<Held> = {}
  for (const [name, table] of Object.entries(tables) as [keyof Held, string][]) {
    const rows = await sql<{ row: Json }[]>`
      select to_jsonb(t) - 'phone_hash' as row from (
        select * from ${sql(table)} where ${where[name](sql, person)}
      ) t`
    held[name] = rows.map(({ row }) => row)
  }
  return held as Held
}

/** The carrier's ids of every text with this number. */
export async function findSids(sql: Sql, person: Person): Promise<string[]> {
  const rows = await sql<{ sid: string }[]>`
    select sid from messages where phone = ${person.phone} and sid is not null
    union select sid from receipts where ${where.receipts(sql, person)}`
  return rows.map(({ sid }) => sid)
}

/** Whether a text to this number is with the carrier at this very moment. */
export async function isBeingTexted(sql: Sql, { phone }: Person): Promise<boolean> {
  return (await sql`select 1 from messages where phone = ${phone} and status = 'sending'`).count > 0
}

/**
 * The number becomes, or stays, suppressed by its keyed hash alone: nobody can read it back, and importing the same
 * salon again does not text it again.
 */
export async function keepOnlyHash(
  sql: Sql,
  keys: PhoneKeys,
  { phone }: Pick<Person, 'phone'>,
  now: Date,
): Promise<void> {
  const hash = phoneHashes(keys, phone)[await keyInUse(sql, keys)] as Buffer
  const [until] = await sql<{ since: Date; source: string }[]>`
    delete from suppressions where phone = ${phone} returning since, source`
  await sql`
    insert into suppressions (phone_hash, since, source, wording)
    values (${hash}, ${until?.since ?? now}, ${until?.source ?? 'staff'}, 'Erased on request')
    on conflict (phone_hash) where phone_hash is not null do nothing`
}

/** Deletes a person's rows, and takes the number out of rows that are about something else. Counts by table. */
export async function eraseRows(sql: Sql, person: Person): Promise<Record<string, number>> {
  const { phone, pattern } = person
  const counts: Record<string, number> = {}
  const remove = async (name: keyof typeof where) => {
    const { count } = await sql`delete from ${sql(tables[name])} where ${where[name](sql, person)}`
    if (count > 0) counts[name] = count
  }
  await remove('receipts')
  await remove('messages')
  await sql`
    update messages set body = regexp_replace(body, ${`[+(]*[0-9]{0,3}[^0-9]{0,3}${pattern}`}, '[erased]', 'g'), raw = null
    where body ~ ${pattern}`
  await remove('outreachLeftOut')
  await remove('prospects')
  await remove('leads')
  await remove('contactQueries')
  await remove('waitlistResponses')
  await sql`update waitlist_responses set linked_phone = null where linked_phone = ${phone}`
  await remove('consentLedger')
  await remove('undeliverable')
  await sql`update import_errors set record = null where ${where.importErrors(sql, person)}`
  await sql`
    update audit_log set detail = null, subject = case when subject ~ ${pattern} then null else subject end
    where ${where.auditLog(sql, person)}`
  await sql`delete from idempotency_keys where reply::text ~ ${pattern}`
  return counts
}

/** The simulated phone network keeps what it carried in a schema of its own, which need not be there. */
export async function eraseFromSimulator(sql: Sql, { pattern }: Person): Promise<void> {
  const found = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'simulator'`
  for (const { name } of found) {
    await sql`delete from ${sql(`simulator.${name}`)} t where t::text ~ ${pattern}`
  }
}
