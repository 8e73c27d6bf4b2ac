import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askDatabase, testDatabase } from '../../testing/database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { usedByOthers } from './open.ts'

let dataDir: string
let server: EmbeddedDatabase

beforeAll(async () => {
  dataDir = await mkdtemp(join(await scratchFolder(), 'salonback-role-'))
  await chmod(dataDir, 0o755)
  server = await startEmbedded({ dataDir, unsafe: true })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the service role has no superuser, createdb, createrole or replication rights', async () => {
  await askDatabase(server.url, async (sql) => {
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
})

test('every login needs a password and uses SCRAM', async () => {
  for (const user of ['postgres', 'salonback', 'nobody']) {
    for (const password of ['', 'guess']) {
      const url = new URL(server.url)
      url.username = user
      url.password = password
      await expect(askDatabase(url.href, (sql) => sql`select 1`)).rejects.toThrow(/password|SASL/i)
    }
  }
  const rules = await askDatabase(
    await server.superuserUrl(),
    (sql) => sql`select distinct auth_method from pg_hba_file_rules`,
  )
  expect([...rules]).toEqual([{ authMethod: 'scram-sha-256' }])
})

test('password files are readable by their owner only and differ', async () => {
  const passwords = new Set<string>()
  for (const name of ['superuser-password', 'service-password']) {
    const path = join(dataDir, 'postgres', name)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    passwords.add((await readFile(path, 'utf8')).trim())
  }
  expect(passwords.size).toBe(2)
  for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(32)
})

test('a process detects other processes on the database', async () => {
  for (const url of [server.url, await server.superuserUrl()]) {
    await askDatabase(server.url, async (sql) => {
      expect(await usedByOthers(sql)).toBe(false)
      await askDatabase(url, async (other) => {
        await other`set application_name = 'salonback:another'`
        expect(await usedByOthers(sql)).toBe(true)
      })
    })
  }
})

test('tests run as a role without superuser rights', async () => {
  const { sql } = await testDatabase()
  const [role] = await sql`select rolsuper, rolcreaterole from pg_roles where rolname = current_user`
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false })
  const [owner] = await askDatabase(
    inject('databaseUrl'),
    (server) =>
      server`select datdba::regrole::text as owner from pg_database where datname = current_database()`,
  )
  expect(owner).toEqual({ owner: 'salonback' })
})
