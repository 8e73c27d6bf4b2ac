import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase, type Sql } from '../platform/db/open.ts'
import { databaseUrl, TEMPLATE } from './postgres.ts'

/** One connection per test worker; it closes when the worker exits. */
let admin: Database | undefined

/** A new database, a copy of `template`, which must have no sessions. Stays until the test server stops. */
export async function copyDatabase(template = TEMPLATE) {
  const server = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  admin ??= openDatabase(server, { max: 1 })
  // The default strategy writes every page to the WAL, which is several times slower.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(server, name)
  return { name, url, sql: openDatabase(url, { max: 5 }) }
}

export const dropDatabase = (name: string) => admin?.unsafe(`drop database ${name} with (force)`)

/** A new migrated database for one test. Dropped if the test passes, kept for inspection if it fails. */
export async function testDatabase(template = TEMPLATE): Promise<{ sql: Database; url: string }> {
  const { name, url, sql } = await copyDatabase(template)
  onTestFinished(async ({ task }) => {
    await sql.end({ timeout: 5 })
    if (task.result?.state !== 'fail') await dropDatabase(name)
  })
  return { sql, url }
}

/** A new database without tables; dropped after the test. */
export async function emptyDatabase(): Promise<{ sql: Database; url: string }> {
  const server = inject('databaseUrl')
  const name = `empty_${randomBytes(6).toString('hex')}`
  admin ??= openDatabase(server, { max: 1 })
  await admin.unsafe(`create database ${name} strategy file_copy`)
  const url = databaseUrl(server, name)
  const sql = openDatabase(url, { max: 8 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await dropDatabase(name)
  })
  return { sql, url }
}

/** Answers a question over its own connection. */
export async function askDatabase<T>(url: string, question: (sql: Database) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, { max: 2 })
  try {
    return await question(sql)
  } finally {
    await sql.end()
  }
}

/** Sessions of this database that wait for a lock. The server also has other tests' databases. */
export const waitingForLocks = (sql: Sql) => sql<{ pid: number }[]>`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
