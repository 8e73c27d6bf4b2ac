import { cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { backUp } from '../../platform/backup/dump.ts'
import type { Sql } from '../../platform/db/open.ts'
import { testClock } from '../../testing/app.ts'
import { emptyDatabase, testDatabase } from '../../testing/database.ts'
import { fictional, makeProspects, makeText } from '../../testing/factories.ts'
import { shownAndCountedFigures } from '../../testing/figures.ts'
import { findColumns, insertSampleRows, tablesOf } from '../../testing/sampleRows.ts'
import { HASH_KEY } from '../../testing/start.ts'
import { restore } from './restore.ts'

const keys = { PHONE_HASH_KEY: HASH_KEY, PHONE_HASH_KEY_PREVIOUS: undefined }

/** Characters that COPY escapes. */
const ODD = 'tab\tbreak\nback\\slash \\N \\. "quotes" \r\n Ünïcödé 💅 \\x00 {a,b} end\\'

/** Inserts a row into every table, with special characters in some. */
async function fillAll(sql: Sql): Promise<string[]> {
  const columns = await findColumns(sql)
  await insertSampleRows(sql, columns)
  await sql`insert into suppressions (phone, since, source, wording) values (${fictional(7)}, now(), 'staff', ${ODD})`
  await sql`
    insert into suppressions (phone_hash, since, source, wording)
    values (${Buffer.from([0, 1, 9, 10, 13, 92, 255])}, '2026-01-01T00:00:00.123456Z', 'staff', '')`
  await sql`
    insert into appointments (salon_id, external_id, phone_hash, starts_at, state, source, due, created_at)
    select id, ${ODD}, ${Buffer.from([0, 1, 255])}, now(), 'booked', ${ODD}, false, now() from salons limit 1`
  await sql`
    insert into appointment_import_rows (import_id, appointment_id, before)
    select i.id, a.id, jsonb_build_object('source', ${ODD}::text) from appointment_imports i, appointments a limit 1`
  await sql`insert into audit_log (actor_kind, actor, action) values ('system', ${ODD}, ${ODD})`
  await sql`
    insert into sender_stops (sender_id, prefix, reason, stopped_at) select id, '+44', ${ODD}, now() from senders limit 1`
  await sql`
    insert into conversation_notes (phone, body, author, created_at) values (${fictional(9)}, ${ODD}, 'Aoife', now())`
  await sql`insert into note_mentions (note_id, admin_id) select n.id, a.id from conversation_notes n, admins a limit 1`
  await sql`
    insert into programmes (salon_id, offer_id, state, per_day, kept_aside, ask_day, running_from, set_by)
    select o.salon_id, o.id, 'off', 10, 10, 1, current_date, a.id from offers o, admins a limit 1`
  await sql`
    insert into contact_queries (name, email, subject, message) values (${ODD}, '', ${'\\.'}, ${'x'.repeat(200_000)})`
  await makeText(sql, { phone: fictional(8), body: ODD, raw: { [ODD]: [ODD, null, 1.5] } })
  await sql`update messages set due_until = '-infinity', attempted_at = 'infinity' where body = ${ODD}`
  await sql`insert into login_failures (key, at, failures) values ('\\x00ff', now(), array['2026-01-01', null]::timestamptz[])`
  await makeProspects(sql, 3)
  await sql`update prospects set rating = 0.1 + 0.2`
  return tablesOf(columns)
}

/** All rows of a table as text, sorted. */
async function rowsOf(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${table} t order by 1`)
  return rows.map(({ row }) => row)
}

/** Tables that a restore writes itself or omits. */
const REWRITTEN_TABLES = ['sessions', 'restored', 'restored_texts', 'send_bucket', 'audit_log', 'mails']

test('a restore brings back all rows and sequences, without sessions', async () => {
  const from = await testDatabase()
  const tables = await fillAll(from.sql)
  const path = join(await temporaryFolder(), 'all.backup')
  const clock = testClock()
  const made = await backUp(from.sql, { path, keys, clock })
  // Sessions are omitted.
  expect(made.tables).toBe(tables.length - 1)
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const to = await emptyDatabase()
  expect(await restore(to.sql, { path, clock })).toMatchObject({ tables: made.tables, rows: made.rows })
  expect(tablesOf(await findColumns(to.sql))).toEqual(tables)
  let compared = 0
  for (const table of tables) {
    const before = await rowsOf(from.sql, table)
    expect(before.length, table).toBeGreaterThan(0)
    if (REWRITTEN_TABLES.includes(table.replace('public.', ''))) continue
    compared += 1
    expect(await rowsOf(to.sql, table), table).toEqual(before)
  }
  expect(compared).toBeGreaterThan(25)
  const audited = await rowsOf(from.sql, 'audit_log')
  expect(await rowsOf(to.sql, 'audit_log')).toEqual(expect.arrayContaining(audited))
  expect(await rowsOf(to.sql, 'sessions')).toEqual([])
  // It may have left after the snapshot, so a person decides.
  expect(await from.sql`select state from mails`).toEqual([{ state: 'queued' }])
  expect(await to.sql`select state from mails`).toEqual([{ state: 'unknown' }])
  const figures = await shownAndCountedFigures(from.sql, clock())
  expect(await shownAndCountedFigures(to.sql, clock())).toEqual(figures)
  const [last] = await from.sql<[{ seq: number }]>`select max(seq) as seq from messages`
  const [next] = await to.sql<[{ seq: number }]>`
    insert into messages (direction, kind, phone, body, status, created_at)
    values ('inbound', 'inbound', ${fictional(9)}, '', 'received', now()) returning seq`
  expect(next.seq).toBe(last.seq + 1)
  // Triggers are active again.
  expect(await to.sql`select 1 from pg_trigger where tgenabled = 'D' and not tgisinternal`).toEqual([])
})

test('a snapshot is consistent during concurrent writes', async () => {
  const { sql } = await testDatabase()
  await makeProspects(sql, 5)
  const path = join(await temporaryFolder(), 'moment.backup')
  const clock = testClock()
  // Other tables are read before prospects.
  const insert = () => sql`insert into prospects (name, phone) select 'Later', gen_random_uuid()::text`
  const write = setInterval(() => void insert().catch(() => undefined), 1)
  await backUp(sql, { path, keys, clock }).finally(() => clearInterval(write))
  const to = await emptyDatabase()
  await restore(to.sql, { path, clock })
  // References are complete: each import_errors row has its import, each text its prospect.
  expect(await to.sql`select 1 from prospects where name <> 'Later'`).toHaveLength(5)
})

async function isUntouched(sql: Sql) {
  const { count } = await sql`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'`
  return count === 0
}

test('truncated, damaged and foreign files are refused and change nothing', async () => {
  const { sql } = await testDatabase()
  await makeProspects(sql, 50)
  const folder = await temporaryFolder()
  const good = join(folder, 'good.backup')
  const clock = testClock()
  await backUp(sql, { path: good, keys, clock })
  const bytes = await readFile(good)
  const to = await emptyDatabase()
  const refusal = async (name: string, contents: Uint8Array | string) => {
    const path = join(folder, name)
    await writeFile(path, contents)
    const words = await restore(to.sql, { path, clock }).then(String, (error: Error) => error.message)
    expect(await isUntouched(to.sql), name).toBe(true)
    expect(words).not.toContain('\n')
    return words.replace(path, 'FILE')
  }
  for (const size of [bytes.length - 1, bytes.length - 40, bytes.length - 41, bytes.length >> 1, 700, 19]) {
    expect(await refusal('cut', bytes.subarray(0, size))).toBe('FILE is incomplete: its end is missing')
  }
  const body = bytes.indexOf(10, 19) + 1
  for (const at of [30, body - 20, body, body + 15, bytes.length >> 1, bytes.length - 41, bytes.length - 1]) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] as number) ^ 1
    expect(await refusal('flipped', flipped), `byte ${at}`).toBe(
      'FILE is damaged: its checksum does not match',
    )
  }
  expect(await refusal('longer', Buffer.concat([bytes, Buffer.from('more')]))).toMatch(/^FILE is incomplete/)
  for (const foreign of ['', 'PGDMP', '{"a":1}', bytes.subarray(body)])
    expect(await refusal('foreign', foreign)).toBe('FILE is not a backup of this service')
  const missing = join(folder, 'none')
  const reading = (path: string) => restore(to.sql, { path, clock })
  await expect(reading(missing)).rejects.toThrow(`${missing} cannot be read: no such file or folder`)
  await expect(reading(folder)).rejects.toThrow(`${folder} cannot be read: it is a folder`)

  await expect(restore(sql, { path: good, clock })).rejects.toThrow(
    'This database is not empty, so nothing was changed. Restore into a new one',
  )
  expect(await sql`select 1 from prospects`).toHaveLength(50)
  expect(await sql`select 1 from restored`).toHaveLength(0)
})

const migrations = fileURLToPath(new URL('../../platform/db/migrations', import.meta.url))

test('a backup and a database of another version are refused', async () => {
  const { sql } = await testDatabase()
  const folder = await temporaryFolder()
  const [path, clock] = [join(folder, 'other.backup'), testClock()]
  await backUp(sql, { path, keys, clock })
  const to = await emptyDatabase()
  const changes: [name: string, change: (folder: string) => Promise<unknown>][] = [
    ['older', (at) => writeFile(join(at, '0099_next.sql'), 'select 1')],
    ['newer', (at) => rename(join(at, '0001_schema.sql'), join(at, '0000_schema.sql'))],
    ['edited', (at) => writeFile(join(at, '0001_schema.sql'), 'select 1')],
  ]
  for (const [name, change] of changes) {
    const other = join(folder, name)
    await cp(migrations, other, { recursive: true })
    await change(other)
    await expect(restore(to.sql, { path, clock, folder: other }), name).rejects.toThrow(
      `${path} was made by another version: restore it with the version that made it`,
    )
  }
  expect(await isUntouched(to.sql)).toBe(true)
  // Unknown migrations prevent a backup.
  await sql`insert into migrations (name) values ('0099_next.sql')`
  await expect(backUp(sql, { path: join(folder, 'newer.backup'), keys, clock })).rejects.toThrow(
    'This database belongs to another version (unknown migration 0099_next.sql): use that version to back it up',
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('newer.'))).toEqual([])
})

test('a failed write reports the reason and leaves no files', async () => {
  const { sql } = await testDatabase()
  const folder = await temporaryFolder()
  const clock = testClock()
  const writing = (path: string) => backUp(sql, { path, keys, clock })
  const [missing, taken] = [join(folder, 'none', 'a'), join(folder, 'taken')]
  await expect(writing(missing)).rejects.toThrow(`${missing} cannot be written: no such file or folder`)
  await cp(migrations, taken, { recursive: true })
  await expect(writing(taken)).rejects.toThrow(`${taken} cannot be written: it is a folder`)
  expect(await readdir(folder)).toEqual(['taken'])
  const bare = await emptyDatabase()
  await expect(backUp(bare.sql, { path: join(folder, 'b'), keys, clock })).rejects.toThrow(
    'There is nothing to back up: the service has never run on this database',
  )
  expect(await readdir(folder)).toEqual(['taken'])
  // The interrupted connection can be used again.
  expect(await sql`select 1 as one`).toHaveLength(1)
})
