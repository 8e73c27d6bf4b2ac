import { onTestFinished } from 'vitest'
import { type Database, openDatabase, type Sql } from '../platform/db/open.ts'
import { copyDatabase, dropDatabase } from './database.ts'
import { TEMPLATE } from './postgres.ts'

/**
 * Databases of this worker with open connections, by template; after each test they get its rows again. With a new database
 * each test would start sessions and plan its queries, which is most of the work of Postgres in a test run.
 */
const spare = new Map<string, Used[]>()

/** Rows deleted without a vacuum stay in the files of the tables. */
const MOST_USES = 40

interface Used {
  name: string
  url: string
  sql: Database
  reserved: Database
  /** Statements that delete all rows and store those of the template. */
  empty: string
  schema: string
  uses: number
}

/** A database with the rows of the template, for one test; `unused` where statistics of earlier tests would count. */
export async function usedDatabase(template = TEMPLATE, unused = false) {
  const others = spare.get(template) ?? []
  spare.set(template, others)
  const used = (unused ? undefined : others.pop()) ?? (await newDatabase(template))
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' && (await isEmptied(used))) others.push(used)
    else await end(used, task.result?.state === 'fail')
  })
  return used
}

async function newDatabase(template: string): Promise<Used> {
  const { name, url, sql } = await copyDatabase(template)
  const reserved = openDatabase(url, { max: 4, unpipelined: true })
  return { name, url, sql, reserved, empty: await emptying(sql), schema: await schemaState(sql), uses: 0 }
}

async function end({ name, sql, reserved }: Used, keep: boolean) {
  await Promise.all([sql.end({ timeout: 5 }), reserved.end({ timeout: 5 })])
  if (!keep) await dropDatabase(name)
}

/** Not if the test changed the schema, left a session at work, or ended the pool. */
async function isEmptied(used: Used): Promise<boolean> {
  used.uses += 1
  if (used.uses > MOST_USES) return false
  try {
    const [atWork] = await used.sql<[{ found: boolean }]>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      ) or exists (
        select from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      ) as found`
    if (atWork.found || (await schemaState(used.sql)) !== used.schema) return false
    await used.sql.unsafe(used.empty)
    return true
  } catch {
    return false
  }
}

/** A text that changes with the schema. It also changes with the one table whose first rows are too many to insert again. */
async function schemaState(sql: Sql): Promise<string> {
  const [{ state }] = await sql<[{ state: string }]>`
    select concat_ws(' ',
      (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_class),
      (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_attribute),
      (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_trigger),
      (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_constraint),
      (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_proc),
      (select count(*) from pg_db_role_setting),
      (select concat(count(*), ' ', max(xmin::text::bigint)) from public_text_slots)) as state`
  return state
}

/** Statements that Postgres runs as one transaction, because they are sent as one. */
async function emptying(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'public_text_slots'`
  const sequences = await sql<{ restart: string }[]>`
    select format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as restart
    from pg_sequences`
  const stored = await Promise.all(
    tables.map(async ({ name }) => {
      const [{ rows }] = await sql.unsafe<[{ rows: string | null }]>(
        `select quote_literal(jsonb_agg(to_jsonb(t))::text) as rows from ${name} t`,
      )
      return rows === null
        ? ''
        : `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, ${rows});`
    }),
  )
  return `set local session_replication_role = replica; ${tables.map(({ name }) => `delete from ${name};`).join(' ')}
    ${stored.join('\n')} select ${sequences.map(({ restart }) => restart).join(', ')}`
}
