import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { EnvError } from '../../env.ts'
import { testDatabase } from '../../testing/database.ts'
import { startPgbouncer } from '../../testing/pgbouncer.ts'
import { databaseUrl } from '../../testing/postgres.ts'
import { chooseDatabase } from './chooseDatabase.ts'
import { openDatabase } from './open.ts'
import { databaseFault } from './startupRetry.ts'

/** The error line of a start with this address. */
const lineFor = (url: string) =>
  chooseDatabase({ DATABASE_URL: url }, null).then(
    () => 'usable',
    (error: unknown) => (error instanceof EnvError ? error.message : databaseFault(error)),
  )

test('a direct address is used as it is', async () => {
  const { url } = await testDatabase()
  expect(await chooseDatabase({ DATABASE_URL: url }, null)).toBe(url)
})

test.each(['transaction', 'session'] as const)(
  'a pooler in %s mode is refused with what to use',
  async (mode) => {
    const { url } = await testDatabase()
    expect(await lineFor(await startPgbouncer(url, mode))).toMatch(
      /^DATABASE_URL: this address leads to a pooler .* use the direct address of the database/,
    )
  },
)

test('an unusable DATABASE_URL is reported in one line with instructions', async () => {
  const { url } = await testDatabase()
  const changed = (change: (url: URL) => void) => {
    const other = new URL(url)
    change(other)
    return lineFor(other.href)
  }
  const lines = {
    refused: await changed((to) => (to.port = '1')),
    host: await changed((to) => (to.hostname = 'nowhere.invalid')),
    database: await changed((to) => (to.pathname = '/nowhere')),
    role: await changed((to) => (to.username = 'nobody')),
    password: await changed((to) => (to.password = 'wrong')),
    tls: await changed((to) => (to.search = '?sslmode=require')),
    certificate: await changed((to) => (to.search = '?sslrootcert=/nowhere.pem')),
    schema: await changed((to) => (to.search = '?options=-csearch_path%3Dnowhere')),
  }
  expect(lines).toEqual({
    refused: expect.stringMatching(/^DATABASE_URL: connect ECONNREFUSED .* start the server there/),
    host: expect.stringMatching(/^DATABASE_URL: .*nowhere\.invalid .*correct the name of the host/),
    database: expect.stringMatching(
      /^DATABASE_URL: database "nowhere" does not exist .* correct the name of the database/,
    ),
    role: expect.stringMatching(/^DATABASE_URL: password authentication failed for user "nobody"/),
    password: expect.stringMatching(/^DATABASE_URL: password authentication failed .* correct the password/),
    tls: expect.stringMatching(/^DATABASE_URL: 127\.0\.0\.1:\d+ does not support TLS .* remove sslmode/),
    certificate: expect.stringMatching(/^DATABASE_URL: names the file \/nowhere\.pem, which cannot be read/),
    schema: expect.stringMatching(/^DATABASE_URL: no schema in the search_path of salonback exists/),
  })
  expect(Object.values(lines).join()).not.toContain('\n')
})

test('a wrong encoding and a role without create rights are reported', async () => {
  const server = openDatabase(inject('databaseUrl'), { max: 1 })
  const name = `latin_${randomBytes(4).toString('hex')}`
  await server.unsafe(
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  )
  onTestFinished(async () => {
    await server.unsafe(`drop database ${name} with (force)`)
    await server.end()
  })
  expect(await lineFor(databaseUrl(inject('databaseUrl'), name))).toBe(
    `DATABASE_URL: the database ${name} has the encoding LATIN1: create one with create database … encoding 'UTF8' template template0`,
  )
  const { sql, url } = await testDatabase()
  await sql`revoke create on schema public from pg_database_owner`
  expect(await lineFor(url)).toMatch(
    /^DATABASE_URL: salonback cannot create tables in the schema public: alter database/,
  )
})
