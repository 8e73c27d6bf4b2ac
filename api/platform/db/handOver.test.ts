import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'

async function folder() {
  const made = await mkdtemp(join(await scratchFolder(), 'salonback-role-'))
  await chmod(made, 0o755)
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function ask<T>(url: string, question: (sql: Database) => Promise<T>) {
  const sql = openDatabase(url, { max: 2 })
  try {
    return await question(sql)
  } finally {
    await sql.end()
  }
}

/** Objects not owned by the service role. */
const ownedByOthers = (sql: Database) => sql<{ name: string; owner: string }[]>`
  select * from (
    select relname::text as name, relnamespace as schema, relowner::regrole::text as owner from pg_class
    union all select proname::text, pronamespace, proowner::regrole::text from pg_proc
    union all select typname::text, typnamespace, typowner::regrole::text from pg_type
  ) as things
  where owner <> current_user and schema in (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`

/** A data folder of the first release: the superuser owns everything. */
async function asFirstRelease(dataDir: string): Promise<EmbeddedDatabase> {
  const server = await startEmbedded({ dataDir, unsafe: true })
  await ask(await server.superuserUrl(), async (sql) => {
    await sql`alter database postgres owner to postgres`
    await sql`drop role salonback`
    await rm(join(dataDir, 'postgres', 'service-password'))
    await migrate(sql)
    await sql`insert into prospects (name, phone, country) values ('Noir Nails', '+447700900123', 'GB')`
    await sql`create view prospect_names as select name from prospects`
    await sql`create sequence numbers`
    await sql`create type mood as enum ('good', 'bad')`
    await sql`create domain word as text`
  })
  return server
}

test('a data folder of the first release is handed over to the service role', async () => {
  const dataDir = await folder()
  await (await asFirstRelease(dataDir)).stop()
  const server = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => server.stop())
  await ask(server.url, async (sql) => {
    expect([...(await ownedByOthers(sql))]).toEqual([])
    expect(await sql`select name, phone from prospects`).toEqual([
      { name: 'Noir Nails', phone: '+447700900123' },
    ])
    expect(await migrate(sql)).toEqual([])
    // Like the next migrations.
    await sql`alter table prospects add column later text`
    await sql`alter type mood add value 'better'`
    await sql`drop view prospect_names`
    await sql`create schema later`
  })
})

test('a running server of the first release is taken over and handed over', async () => {
  const dataDir = await folder()
  await asFirstRelease(dataDir)
  const servers = await Promise.all([1, 2, 3].map(() => startEmbedded({ dataDir, unsafe: true })))
  onTestFinished(() => servers[0]?.stop())
  expect(servers.map(({ started }) => started)).toEqual([false, false, false])
  for (const { url } of servers) {
    await ask(url, async (sql) => {
      expect([...(await ownedByOthers(sql))]).toEqual([])
      expect(await sql`select name from prospects`).toHaveLength(1)
    })
  }
})

test('a lost or wrong service password is replaced', async () => {
  const dataDir = await folder()
  await (await startEmbedded({ dataDir, unsafe: true })).stop()
  await rm(join(dataDir, 'postgres', 'service-password'))
  const server = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => server.stop())
  await ask(await server.superuserUrl(), (sql) => sql`alter role salonback password 'another' superuser`)
  const again = await startEmbedded({ dataDir, unsafe: true })
  const [role] = await ask(
    again.url,
    (sql) => sql`select rolsuper from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({ rolsuper: false })
})
