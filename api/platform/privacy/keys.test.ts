import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { keepOnlyHash } from '../../core/erasure/queries.ts'
import { claimDue } from '../../core/messages/claim.ts'
import { sendClaimed } from '../../core/messages/send.ts'
import { liftSuppression } from '../../core/suppressions/lift.ts'
import { findAudience } from '../../sales/firstTexts/audience.ts'
import { testApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { HASH_KEY } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { findErased, findErasures, type PhoneKeys, WrongKeyError } from './hash.ts'
import { dropHashes, rotateKey, withPhoneKeys } from './keys.ts'

const PHONE = fictional(123)
const OTHER = fictional(124)
const NEW_KEY = 'cd'.repeat(32)
const THIRD_KEY = 'ef'.repeat(32)
const NOW = new Date('2026-03-10T12:00:00Z')

const keepHash = (sql: Sql, keys: PhoneKeys, phone: string) =>
  inTransaction(sql, (open) => keepOnlyHash(open, keys, phone, NOW))

const suppressedNow = async (sql: Sql) => (await sql`select phone from suppressions`).length

test('an erased number is left out, refused, canceled and blocked', async () => {
  const app = await testApp()
  const { sql, env, clock } = app
  const salon = await makeProspect(sql, { phone: PHONE })
  await keepHash(sql, env, PHONE)
  expect(await findAudience(sql, env, [salon.id], clock())).toMatchObject([{ reason: 'opted_out' }])
  const reply = { phoneNumber: PHONE, message: 'Hello', includeLandingPage: false }
  await expect(app.staff.inbox.reply(reply)).rejects.toMatchObject({ status: 409 })
  await app.visitor.leads.submit({ mobileNumber: PHONE })
  expect(await app.staff.leads.list()).toMatchObject([{ withheld: 'opted_out' }])
  await makeText(sql, { phone: PHONE, kind: 'details', status: 'queued', body: 'By a way of its own' })
  await sql`update messages set due_at = ${clock()}`
  await app.worker.round()
  expect(await sql`select body, status, sid from messages`).toEqual([
    { body: 'By a way of its own', status: 'canceled', sid: null },
  ])
})

test('a number erased between claim and call is not texted', async () => {
  const { sql, env, deps, visitor } = await testApp()
  await visitor.leads.submit({ mobileNumber: PHONE })
  const [text] = await claimDue(deps, 1)
  await keepHash(sql, env, PHONE)
  expect(await sendClaimed(deps, text as NonNullable<typeof text>)).toEqual({
    kind: 'blocked',
    why: 'suppressed',
  })
  expect(await sql`select 1 from simulator.texts`).toHaveLength(0)
})

test('a yes from an erased number needs review; START lifts the suppression', async () => {
  const app = await testApp()
  const { sql, env } = app
  await makeProspect(sql, { phone: PHONE })
  await keepHash(sql, env, PHONE)
  await textFrom(app.origin, PHONE, 'Yes please')
  expect(await sql`select direction, processed from messages`).toEqual([
    { direction: 'inbound', processed: false },
  ])
  await textFrom(app.origin, PHONE, 'START')
  expect(await suppressedNow(sql)).toBe(0)
})

test('a process without a key stops sending once a number is erased', async () => {
  const app = await testApp({ PHONE_HASH_KEY: '' })
  const { sql, env, clock } = app
  expect(await findErased(sql, env, [PHONE])).toEqual(new Set())
  await app.staff.inbox.reply({ phoneNumber: OTHER, message: 'Hello' })
  await makeText(sql, { phone: PHONE, kind: 'details', status: 'queued' })
  await sql`update messages set due_at = ${clock()}`
  expect(await app.worker.round()).toBe(1)
  await keepHash(sql, { ...env, PHONE_HASH_KEY: HASH_KEY }, PHONE)
  await expect(findErased(sql, env, [PHONE])).rejects.toThrow(/PHONE_HASH_KEY is not the current key/)
})

test('erased numbers are found among more numbers than one batch', async () => {
  const { sql, env } = await testApp()
  const phones = Array.from({ length: 5200 }, (_, n) => `+1202${5_551_000 + n}`)
  await keepHash(sql, env, '+12025551000')
  await keepHash(sql, env, '+12025556199')
  const erased = new Map([
    ['+12025551000', NOW],
    ['+12025556199', NOW],
  ])
  expect(await findErasures(sql, env, phones)).toEqual(erased)
  expect(await findErasures(sql, env, phones.slice(1, 5199))).toEqual(new Map())
  await expect(findErasures(sql, { ...env, PHONE_HASH_KEY: NEW_KEY }, phones)).rejects.toThrow(WrongKeyError)
})

test('the database does not contain the key', async () => {
  const { sql, env } = await testApp()
  await keepHash(sql, env, PHONE)
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'simulator')`
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`
    for (const { row } of rows) expect(row).not.toContain(HASH_KEY)
  }
})

test('with DATABASE_URL no key file is made', async () => {
  const { sql, url } = await testDatabase()
  const settings = { DATA_DIR: '/nowhere', DATABASE_URL: url }
  expect(await withPhoneKeys(sql, settings)).toEqual(settings)
})

test('concurrent starts agree on one key file', async () => {
  const { sql } = await testDatabase()
  const DATA_DIR = join(await temporaryFolder(), 'data')
  const started = await Promise.all(Array.from({ length: 12 }, () => withPhoneKeys(sql, { DATA_DIR })))
  expect(new Set(started.map((env) => env.PHONE_HASH_KEY)).size).toBe(1)
  expect(await readdir(DATA_DIR)).toEqual(['phone-hash-key'])
  expect((await stat(join(DATA_DIR, 'phone-hash-key'))).mode & 0o777).toBe(0o600)
})

test('a lost key file is not replaced while numbers are erased, and the message names the way out', async () => {
  const { sql } = await testDatabase()
  const DATA_DIR = await temporaryFolder()
  const env = await withPhoneKeys(sql, { DATA_DIR })
  await keepHash(sql, env, PHONE)
  await rm(join(DATA_DIR, 'phone-hash-key'))
  await expect(withPhoneKeys(sql, { DATA_DIR })).rejects.toThrow(/is missing; .*rotate-key --lost/)
  expect(await readdir(DATA_DIR)).toEqual([])
  await dropHashes(sql)
  expect((await withPhoneKeys(sql, { DATA_DIR })).PHONE_HASH_KEY).toMatch(/^[0-9a-f]{64}$/)
})

test('a start without the needed key is refused with one line', async () => {
  const { sql, url } = await testDatabase()
  await keepHash(sql, { PHONE_HASH_KEY: HASH_KEY }, PHONE)
  const DATA_DIR = await temporaryFolder()
  const start = (settings: object) => withPhoneKeys(sql, { DATA_DIR, ...settings })
  await expect(start({})).rejects.toThrow(/^PHONE_HASH_KEY: [^\n]+$/)
  await expect(start({ DATABASE_URL: url })).rejects.toThrow(/^PHONE_HASH_KEY: [^\n]+$/)
  await expect(start({ PHONE_HASH_KEY: NEW_KEY })).rejects.toThrow(/^PHONE_HASH_KEY: [^\n]+$/)
  await start({ PHONE_HASH_KEY: HASH_KEY })
  await start({ PHONE_HASH_KEY: NEW_KEY, PHONE_HASH_KEY_PREVIOUS: HASH_KEY })
  await expect(keepHash(sql, {}, OTHER)).rejects.toThrow(/^PHONE_HASH_KEY: must be set/)
  await writeFile(join(DATA_DIR, 'phone-hash-key'), 'nonsense\n')
  await expect(start({})).rejects.toThrow(/phone-hash-key must contain only keys/)
  expect(await dropHashes(sql)).toBe(1)
  await start({ PHONE_HASH_KEY: NEW_KEY })
})

test('erased numbers are recognised after two key rotations', async () => {
  const { sql, url } = await testDatabase()
  const settings = { DATA_DIR: '/nowhere', DATABASE_URL: url }
  const first = { ...settings, PHONE_HASH_KEY: HASH_KEY }
  await keepHash(sql, first, PHONE)
  const second = { ...settings, PHONE_HASH_KEY: NEW_KEY, PHONE_HASH_KEY_PREVIOUS: HASH_KEY }
  // Before the rotation, processes with and without the new key can run together.
  await keepHash(sql, second, OTHER)
  expect(await findErased(sql, first, [PHONE, OTHER])).toEqual(new Set([PHONE, OTHER]))
  expect(await rotateKey(sql, second)).toBe(2)
  const third = {
    ...settings,
    PHONE_HASH_KEY: THIRD_KEY,
    PHONE_HASH_KEY_PREVIOUS: `${NEW_KEY},${HASH_KEY}`,
  }
  await keepHash(sql, third, fictional(125))
  await rotateKey(sql, third)
  expect(await findErased(sql, third, [PHONE, OTHER, fictional(125), fictional(126)])).toEqual(
    new Set([PHONE, OTHER, fictional(125)]),
  )
  // A dump with only the old keys does not reveal the numbers.
  const [{ hash }] = await sql<[{ hash: Buffer }]>`select phone_hash as hash from suppressions limit 1`
  const guesses = [PHONE, OTHER, fictional(125)].map((phone) =>
    createHash('sha256').update(Buffer.from(HASH_KEY, 'hex')).update(phone).digest('hex'),
  )
  expect(guesses).not.toContain(hash.toString('hex'))
  expect(await inTransaction(sql, (open) => liftSuppression(open, third, lift(PHONE)))).toBe(true)
  expect(await findErased(sql, third, [PHONE, OTHER])).toEqual(new Set([OTHER]))
})

const lift = (phone: string) => ({ phone, at: NOW, source: 'keyword', wording: 'START' })

test('an interrupted rotation of the key file can be repeated', async () => {
  const { sql } = await testDatabase()
  const settings = { DATA_DIR: await temporaryFolder() }
  const env = await withPhoneKeys(sql, settings)
  await keepHash(sql, env, PHONE)
  const file = join(settings.DATA_DIR, 'phone-hash-key')
  await writeFile(file, `${NEW_KEY}\n${env.PHONE_HASH_KEY}\n`)
  expect(await rotateKey(sql, settings)).toBe(1)
  expect(await readFile(file, 'utf8')).toBe(`${NEW_KEY}\n${env.PHONE_HASH_KEY}\n`)
  expect(await rotateKey(sql, settings)).toBe(1)
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4)
  expect(await findErased(sql, await withPhoneKeys(sql, settings), [PHONE])).toEqual(new Set([PHONE]))
})

test('a process that missed a rotation sends nothing and stores received texts', async () => {
  const app = await testApp()
  const { sql, env, clock } = app
  await keepHash(sql, env, PHONE)
  for (const phone of [PHONE, OTHER]) await makeText(sql, { phone, kind: 'details', status: 'queued' })
  await sql`update messages set due_at = ${clock()}`
  await rotateKey(sql, { ...env, PHONE_HASH_KEY: NEW_KEY, PHONE_HASH_KEY_PREVIOUS: HASH_KEY })
  await expect(claimDue(app.deps, 10)).rejects.toThrow(/PHONE_HASH_KEY is not the current key/)
  expect(await sql`select distinct status from messages`).toEqual([{ status: 'queued' }])
  const { status } = await textFrom(app.origin, PHONE, 'Yes')
  expect(status).toBe(200)
  expect(await sql`select intent, processed from messages where direction = 'inbound'`).toEqual([
    { intent: 'positive', processed: false },
  ])
})

test('the look-up of erased numbers uses an index', async () => {
  const { sql } = await testDatabase()
  await sql`
    insert into suppressions (phone, since, source, wording)
    select '+4477' || n, now(), 'keyword', 'STOP' from generate_series(10000000, 10020000) n`
  await sql`
    insert into suppressions (phone_hash, since, source, wording)
    select sha256(n::text::bytea), now(), 'staff', 'Erased on request' from generate_series(1, 20000) n`
  await sql`analyze suppressions`
  const plan = async (condition: string) =>
    JSON.stringify(await sql.unsafe(`explain (format json) select 1 from suppressions where ${condition}`))
  expect(await plan(`phone_hash = any(array[sha256('1'), sha256('2')])`)).toContain('suppressions_phone_hash')
  expect(await plan(`phone = '+447710000001'`)).toContain('suppressions_phone')
})
