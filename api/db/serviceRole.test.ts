import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase, usedByOthers } from './open.ts'

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

test('the service role has no superuser, createdb, createrole or replication rights', async () => {
  const server = await startEmbedded({ dataDir: await folder(), unsafe: true })
  onTestFinished(() => server.stop())
  await ask(server.url, async (sql) => {
    await migrate(sql)
    const [role] = await sql`
      select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
      from pg_roles where rolname = current_user`
    expect(role).toEqual({
      rolname: 'salonback',
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    })
    const memberships = await sql`
      select roleid::regrole::text as role from pg_auth_members where member = current_user::regrole`
    expect([...memberships]).toEqual([])
    await sql`create table notes (words text)`
    for (const forbidden of [
      `copy notes to program 'true'`,
      `copy notes from program 'id'`,
      `copy notes to '/tmp/stolen'`,
      `copy notes from '/etc/passwd'`,
      `select pg_read_file('/etc/passwd')`,
      `select pg_read_binary_file('pg_hba.conf')`,
      `select pg_ls_dir('.')`,
      `select lo_import('/etc/passwd')`,
      `select * from pg_hba_file_rules`,
      `select rolpassword from pg_authid`,
      `alter system set shared_preload_libraries = 'evil'`,
      `select pg_reload_conf()`,
      `load 'auto_explain'`,
      `create extension file_fdw`,
      `create function evil() returns int language c as 'evil'`,
      `create function evil() returns int language internal as 'pg_backend_pid'`,
      `create role evil superuser`,
      `alter role salonback superuser`,
      `alter role postgres password 'known'`,
      `grant postgres to salonback`,
      `set role postgres`,
      `set session authorization postgres`,
      `set session_replication_role = replica`,
      `create database evil`,
      `select pg_create_physical_replication_slot('evil')`,
    ]) {
      const outcome = await sql.unsafe(forbidden).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
      expect(`${forbidden}: ${outcome}`).toMatch(/: (42501|0LP01|2F003)$/)
    }
  })
}, 60_000)

test('every login needs a password and uses SCRAM', async () => {
  const server = await startEmbedded({ dataDir: await folder(), unsafe: true })
  onTestFinished(() => server.stop())
  for (const user of ['postgres', 'salonback', 'nobody']) {
    for (const password of ['', 'guess']) {
      const url = new URL(server.url)
      url.username = user
      url.password = password
      await expect(ask(url.href, (sql) => sql`select 1`)).rejects.toThrow(/password|SASL/i)
    }
  }
  const rules = await ask(
    await server.superuserUrl(),
    (sql) => sql`select distinct auth_method from pg_hba_file_rules`,
  )
  expect([...rules]).toEqual([{ authMethod: 'scram-sha-256' }])
}, 60_000)

test('password files are readable by their owner only and differ', async () => {
  const dataDir = await folder()
  const server = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => server.stop())
  const passwords = new Set<string>()
  for (const name of ['superuser-password', 'service-password']) {
    const path = join(dataDir, 'postgres', name)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    passwords.add((await readFile(path, 'utf8')).trim())
  }
  expect(passwords.size).toBe(2)
  for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(32)
}, 60_000)

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
}, 60_000)

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
}, 60_000)

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
}, 60_000)

test('a process detects other processes on the database', async () => {
  const server = await startEmbedded({ dataDir: await folder(), unsafe: true })
  onTestFinished(() => server.stop())
  for (const url of [server.url, await server.superuserUrl()]) {
    await ask(server.url, async (sql) => {
      expect(await usedByOthers(sql)).toBe(false)
      await ask(url, async (other) => {
        await other`set application_name = 'salonback:another'`
        expect(await usedByOthers(sql)).toBe(true)
      })
    })
  }
}, 60_000)

test('tests run as a role without superuser rights', async () => {
  const { sql } = await testDatabase()
  const [role] = await sql`select rolsuper, rolcreaterole from pg_roles where rolname = current_user`
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false })
  const [owner] = await ask(
    inject('databaseUrl'),
    (server) =>
      server`select datdba::regrole::text as owner from pg_database where datname = current_database()`,
  )
  expect(owner).toEqual({ owner: 'salonback' })
})
