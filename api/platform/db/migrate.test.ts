import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { emptyDatabase, testDatabase } from '../../testing/database.ts'
import { startDatabaseProxy } from '../../testing/databaseProxy.ts'
import { hashesOfMigrations, storedHashes } from '../../testing/hashMigrations.ts'
import { schemaFile, schemaText } from '../../testing/schemaText.ts'
import { MIGRATIONS_TABLE, MigrationBlocked, migrate } from './migrate.ts'
import { allowIdle, type Database, inTransaction, openDatabase } from './open.ts'
import { databaseFault, retryWhileUnavailable } from './startupRetry.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
const migrations = async () => (await readdir(folder)).sort()

test('migrations that have run are never edited', async () => {
  expect(await storedHashes(), 'run npm run format for a new migration').toEqual(await hashesOfMigrations())
})

test('schema.sql is what the migrations make', async () => {
  const { sql } = await testDatabase()
  expect(await readFile(schemaFile, 'utf8'), 'run npm run format').toBe(await schemaText(sql))
})

test('concurrent starts run each migration once and wait until all are done', async () => {
  const { url } = await emptyDatabase()
  const pools = Array.from({ length: 6 }, () => openDatabase(url, { max: 1 }))
  const done = await Promise.all(
    pools.map(async (sql) => {
      const names = await migrate(sql)
      await sql`select 1 from messages`
      return names
    }),
  )
  expect(done.flat().sort()).toEqual(await migrations())
  expect(await migrate(pools[0] as (typeof pools)[0])).toEqual([])
  for (const sql of pools) await sql.end()
})

test('a migration that gets no lock stops the start with one line', async () => {
  const { url } = await emptyDatabase()
  const [holder, sql] = [1, 2].map((max) => openDatabase(url, { max })) as [Database, Database]
  await holder.unsafe(MIGRATIONS_TABLE)
  await inTransaction(holder, async (open) => {
    await open`lock table migrations in share mode`
    await allowIdle(open)
    await expect(migrate(sql, 100)).rejects.toThrow(/0001_schema\.sql did not get its locks: end the other/)
  })
  expect(await migrate(sql)).toEqual(await migrations())
  for (const pool of [holder, sql]) await pool.end()
})

const OLDER = `insert into migrations (name) values ('0001_initial.sql'), ('0042_money.sql')`

test.each([
  [
    'version before the first release',
    [MIGRATIONS_TABLE, OLDER],
    / before the first release[^\n]+: start with a new DATA_DIR, [^\n]+$/,
  ],
  // The first versions ran as superuser, so the role of the service may not read their tables.
  [
    'version with other owners',
    [MIGRATIONS_TABLE, 'revoke all on migrations from current_user'],
    / before the first/,
  ],
  [
    'newer version',
    [`insert into migrations (name) values ('9999_of_tomorrow.sql')`],
    / newer version, which added 9999_of_tomorrow.sql: start that version, [^\n]+$/,
  ],
])('a database of a %s is refused with one line', async (kind, statements, line) => {
  const sql = openDatabase((await emptyDatabase()).url, { max: 1 })
  if (kind === 'newer version') await migrate(sql)
  for (const statement of statements) await sql.unsafe(statement)
  const refused = await migrate(sql).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MigrationBlocked)
  expect(refused).toMatchObject({ message: expect.stringMatching(line) })
  await sql.end()
})

test.each(['to_regclass', 'pg_advisory_xact_lock', 'insert into migrations', 'commit'])(
  'a step is repeated when the connection is lost at “%s”',
  async (moment) => {
    const proxy = await startDatabaseProxy((await emptyDatabase()).url)
    const sql = openDatabase(proxy.url, { max: 2 })
    proxy.failQueries(moment, 3)
    const step = retryWhileUnavailable(createLog('silent'))
    expect(await step(() => migrate(sql))).toContain((await migrations()).at(-1))
    expect(proxy.failedQueries()).toBe(3)
    expect(await step(() => migrate(sql))).toEqual([])
    await sql.end({ timeout: 1 })
  },
)

test('an unreachable database fails fast; a lost one times out', async () => {
  const proxy = await startDatabaseProxy((await emptyDatabase()).url)
  const sql = openDatabase(proxy.url, { max: 1 })
  proxy.failQueries('select 1')
  const ask = () => sql`select 1`
  await expect(retryWhileUnavailable(createLog('silent'), 0)(ask)).rejects.toMatchObject({ code: '57P01' })
  proxy.stop()
  proxy.dropConnections()
  const refused = retryWhileUnavailable(createLog('silent'))(ask)
  await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(databaseFault(await refused.catch((error: unknown) => error))).toMatch(
    /^DATABASE_URL: connect ECONNREFUSED [^\n]* start the server there/,
  )
  await sql.end({ timeout: 1 })
})
