import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'
import { readEnv } from './env.ts'
import { testApp } from './testing/app.ts'
import { emptyDatabase, testDatabase } from './testing/database.ts'
import { fictional, makeProspect, makeText } from './testing/factories.ts'
import { postJson } from './testing/postJson.ts'

interface Ended {
  code: number | null
  out: string
  err: string
}

/** Runs a command in this process: starting one costs a second. */
async function command(
  databaseUrl: string | undefined,
  words: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  let [out, err] = ['', '']
  const settings = { ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env }
  const code = await runCommandLine(words, () => readEnv(settings), {
    input: Readable.from([input]),
    print: (line) => {
      out += `${line}\n`
    },
    printError: (line) => {
      err += `${line}\n`
    },
  })
  return { code, out, err }
}

test('add creates an admin with a random password; password, list and disable work on it', async () => {
  const app = await testApp()
  const login = async (username: string, password: string) =>
    (await app.request('/api/admin/login', postJson({ username, password }))).status
  const run = (words: string[], input?: string) => command(app.databaseUrl, words, { input })

  const added = await run(['add', 'Nora'])
  expect(added).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^Added Nora, password [\w-]{24}\nThe first login with it asks for a new password\.\n$/,
    ),
    err: '',
  })
  const password = /password (\S+)/.exec(added.out)?.[1] as string
  expect(await login('nora', password)).toBe(200)
  expect(await run(['add', 'NORA'])).toEqual({ code: 1, out: '', err: 'There is already an account NORA\n' })

  const changed = await run(['password', 'nora', '--password-stdin'], 'a better one\n')
  expect(changed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^New password set for nora\n/),
    err: '',
  })
  expect(await login('nora', password)).toBe(401)
  expect(await login('nora', 'a better one')).toBe(200)

  expect(await run(['disable', 'maya'])).toMatchObject({ code: 0 })
  await expect(app.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  expect(await login('maya', 'correct horse')).toBe(401)
  const { out } = await run(['list'])
  expect(out).toMatch(/^maya\tadmin\tsince \d{4}-\d\d-\d\d\tdisabled\nNora\tadmin\tsince \d{4}-\d\d-\d\d\n$/)
  const log = await app.sql`select action, subject from audit_log where actor = 'command line' order by id`
  expect([...log]).toEqual([
    { action: 'admin.add', subject: 'Nora' },
    { action: 'admin.password', subject: 'nora' },
    { action: 'admin.disable', subject: 'maya' },
  ])
})

test.each([
  [[], 'npm run admin -- add NAME'],
  [['fly'], 'npm run admin -- add NAME'],
  [['toString'], 'npm run admin -- add NAME'],
  [['add'], 'NAME is missing'],
  [['add', 'nora', '--shout'], "Unknown option '--shout'"],
  [['password', 'nobody'], 'There is no account nobody'],
  [['disable', 'nobody'], 'There is no account nobody'],
  [['reset-second-factor', 'nobody'], 'There is no account nobody'],
  [['erase', 'hello'], 'This is not a phone number'],
  [['demo-data', '/nowhere.json'], '/nowhere.json: this file cannot be read'],
])('%j is rejected with a message and without a stack', async (words, message) => {
  const { url } = await testDatabase()
  const { code, out, err } = await command(url, words)
  expect(code).toBe(1)
  expect(out).toBe('')
  expect(err).toContain(message)
  expect(err).not.toContain('    at ')
})

test.each([
  ['short', 'needs at least 8 characters'],
  ['Password123!', 'is too easy to guess: choose a longer one, or several unrelated words'],
  ['nora2026', 'is mostly the username or the name Salonback'],
])('the password %s is refused', async (password, fault) => {
  const { url, sql } = await testDatabase()
  const add = await command(url, ['add', 'nora', '--password-stdin'], { input: `${password}\n` })
  expect([add.code, add.err]).toEqual([1, `This password ${fault}\n`])
  expect(await sql`select 1 from admins`).toHaveLength(0)
})

test('a weak new password changes nothing', async () => {
  const { databaseUrl, staff } = await testApp()
  const change = await command(databaseUrl, ['password', 'maya', '--password-stdin'], { input: 'letmein1\n' })
  expect([change.code, change.err]).toEqual([1, expect.stringMatching(/^This password is too easy to guess/)])
  expect(await staff.auth.me()).toMatchObject({ username: 'maya' })
})

test('a new password ends sessions and clears the login throttle', async () => {
  const { databaseUrl, staff, request } = await testApp()
  const login = (password: string) => request('/api/admin/login', postJson({ username: 'maya', password }))
  for (let n = 0; n < 10; n++) await login('guess')
  expect((await login('correct horse')).status).toBe(429)
  const change = await command(databaseUrl, ['password', 'Maya', '--password-stdin'], {
    input: 'a better one\n',
  })
  expect(change.err).toBe('')
  expect((await login('a better one')).status).toBe(200)
  await expect(staff.auth.me()).rejects.toMatchObject({ status: 401 })
})

test('list shows a second factor, and reset-second-factor removes it', async () => {
  const app = await testApp()
  const run = (words: string[]) => command(app.databaseUrl, words)
  const none = await run(['reset-second-factor', 'maya'])
  expect([none.code, none.err]).toEqual([1, 'maya has no second factor\n'])
  await app.sql`
    insert into second_factors (admin_id, secret, begun_at, enabled_at)
    values (${app.admin.id}, ${Buffer.from('0 12345678901234567890')}, now(), now())`
  expect((await run(['list'])).out).toMatch(/^maya\tadmin\tsince \d{4}-\d\d-\d\d\tsecond factor\n$/)
  expect(await run(['reset-second-factor', 'Maya'])).toEqual({
    code: 0,
    out: 'Maya logs in with the password alone until a second factor is set up again\n',
    err: '',
  })
  await expect(app.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  expect(await app.sql`select 1 from second_factors`).toHaveLength(0)
  const [line] =
    await app.sql`select actor_kind, actor, action, subject from audit_log order by id desc limit 1`
  expect(line).toEqual({
    actorKind: 'system',
    actor: 'command line',
    action: 'second-factor.reset',
    subject: 'Maya',
  })
})

test.each([
  ['', 'NAME is missing'],
  ['m'.repeat(65), 'This name may have 64 characters'],
  ['ma\u200bya', 'This name has a character that cannot be seen'],
])('add rejects the username %j', async (name, message) => {
  const { url, sql } = await testDatabase()
  const { code, err } = await command(url, ['add', name])
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(await sql`select 1 from admins`).toHaveLength(0)
})

test('demo-data imports the demo salons; a second run adds none', async () => {
  const { url, sql } = await testDatabase()
  expect(await command(url, ['demo-data'])).toEqual({
    code: 0,
    out: '56 added, 2 duplicated, 2 errored\nDemo salon added, with 300 clients and an approved offer\n',
    err: '',
  })
  expect((await command(url, ['demo-data'])).out).toBe(
    '0 added, 58 duplicated, 2 errored\nThe demo salon already exists\n',
  )
  const rows = await sql<{ phone: string }[]>`
    select phone from prospects union all select phone from clients union all select phone from messages
    union all select owner_phone from salons union all select address from senders where address <> ''`
  expect(rows.length).toBeGreaterThan(350)
  const phones = rows.map(({ phone }) => phone)
  const fiction = /^\+(447700900\d{3}|441632960\d{3}|442079460\d{3}|35320912\d{4}|1\d{3}55501\d\d)$/
  expect(phones.filter((phone) => !fiction.test(phone))).toEqual([])
})

test('a malformed demo file stores nothing', async () => {
  const { url, sql } = await testDatabase()
  const { code, err } = await command(url, ['demo-data', 'package.json'])
  expect([code, err]).toEqual([1, 'package.json: The file has no export_metadata\n'])
  expect(await sql`select 1 from imports`).toHaveLength(0)
})

test('export writes a file that only its owner can read; erase deletes the number’s data', async () => {
  const { url, sql } = await testDatabase()
  await makeProspect(sql, { phone: fictional(123), name: 'Ana’s Nails' })
  const file = join(await temporaryFolder(), 'ana.json')
  expect(await command(url, ['export', '07700 900123', '--out', file])).toEqual({
    code: 0,
    out: `Written to ${file}\n`,
    err: '',
  })
  const exported = JSON.parse(await readFile(file, 'utf8'))
  expect(exported).toMatchObject({
    phone: fictional(123),
    held: { prospects: [{ name: 'Ana’s Nails' }] },
  })
  expect((await stat(file)).mode & 0o077).toBe(0)
  const printed = await command(url, ['export', '07700 900123'])
  expect(JSON.parse(printed.out)).toMatchObject({ phone: fictional(123) })
  expect(await command(url, ['erase', '+44 7700 900123'])).toMatchObject({
    code: 1,
    err: 'PHONE_HASH_KEY: must be set before a number is erased; openssl rand -hex 32 prints one\n',
  })
  const env = { PHONE_HASH_KEY: 'ab'.repeat(32) }
  const erasePhone = (...words: string[]) => command(url, ['erase', '+44 7700 900123', ...words], { env })
  const list = `+44 7700 900123
These rows will be erased:
  prospects: 1
    ${new Date().getUTCFullYear()}-`
  const asked = await erasePhone()
  expect(asked).toMatchObject({
    code: 1,
    err: 'Nothing was changed: there is no terminal to confirm on. Add --yes to skip the question\n',
  })
  expect(asked.out.startsWith(list)).toBe(true)
  expect(asked.out).toContain(' · Ana’s Nails · Nail Salon · GB · ')
  expect(await sql`select 1 from prospects`).toHaveLength(1)
  expect(await sql`select 1 from suppressions`).toHaveLength(0)
  const erased = await erasePhone('--yes')
  expect(erased).toMatchObject({ code: 0, err: '' })
  expect(erased.out.startsWith(list)).toBe(true)
  expect(erased.out.split('\n').slice(-3).join('\n')).toBe(
    'Erased: prospects 1. Removed from other rows: nothing.\nThe number stays suppressed; only its hash is kept.\n',
  )
  expect(await sql`select 1 from prospects`).toHaveLength(0)
})

test('erase reports texts still at the carrier; a later run with credentials deletes them', async () => {
  const app = await testApp()
  const sid = `SM${'1'.repeat(32)}`
  await makeText(app.sql, { phone: fictional(123), sid })
  const env = { PHONE_HASH_KEY: 'ab'.repeat(32) }
  const run = (words: string[], more = {}) => command(app.databaseUrl, words, { env: { ...env, ...more } })
  const left = `Still at the carrier: 1 text of erased numbers, because its credentials are not set.
The service deletes them when it runs with the credentials. To do it now: npm run admin -- erase --pending
`
  expect((await run(['erase', fictional(123), '--yes'])).out).toMatch(new RegExp(`${left}$`))
  expect(await run(['erase', '--pending'])).toEqual({ code: 0, out: left, err: '' })
  const credentials = {
    TWILIO_ACCOUNT_SID: app.env.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: app.env.TWILIO_AUTH_TOKEN,
    TWILIO_FROM_NUMBER: app.env.TWILIO_FROM_NUMBER,
    TWILIO_API_BASE_URL: app.origin,
  }
  expect(await run(['erase', '--pending'], credentials)).toEqual({
    code: 0,
    out: 'Deleted at the carrier: 1 text.\n',
    err: '',
  })
  expect(await app.sql`select 1 from pending_carrier_deletions`).toHaveLength(0)
})

test('rotate-key rehashes erased numbers with the new key; --lost drops their hashes', async () => {
  const { url, sql } = await testDatabase()
  const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)] as [string, string]
  const run = (words: string[], env: Record<string, string>) => command(url, words, { env })
  await run(['erase', fictional(123), '--yes'], { PHONE_HASH_KEY: first })
  const [before] = await sql`select phone_hash from suppressions`
  expect(await run(['rotate-key'], { PHONE_HASH_KEY: second })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^PHONE_HASH_KEY: erased numbers are stored under another key[^\n]*\n$/),
  })
  const both = { PHONE_HASH_KEY: second, PHONE_HASH_KEY_PREVIOUS: first }
  expect(await run(['rotate-key'], both)).toEqual({
    code: 0,
    out: '1 number stored under the new key.\n',
    err: '',
  })
  expect(await sql`select phone_hash from suppressions`).not.toEqual([before])
  expect((await run(['rotate-key', '--lost', '--yes'], {})).out).toBe(
    '1 number deleted from the list of erased numbers. Texts to these numbers are possible again.\n',
  )
  expect(await sql`select 1 from suppressions`).toHaveLength(0)
})

test('backup and restore copy a database; doctor reports the remaining problems', async () => {
  const { databaseUrl, sql } = await testApp()
  await makeProspect(sql, { phone: fictional(77) })
  const file = join(await temporaryFolder(), 'today.backup')
  const made = await command(databaseUrl, ['backup', file])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/^\S+today\.backup: \d+ rows of \d+ tables in \d+ KB, verified\.\n/)
  expect(await command(databaseUrl, ['backup', file])).toEqual({
    code: 1,
    out: '',
    err: `${file} already exists; nothing was changed\n`,
  })
  expect(await command(databaseUrl, ['restore', file])).toEqual({
    code: 1,
    out: '',
    err: 'This database is not empty, so nothing was changed. Restore into a new one\n',
  })
  const empty = await emptyDatabase()
  const restored = await command(empty.url, ['restore', file])
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/^Restored the data of .*\nSending is stopped\. 0 texts may have left since/)
  expect(await empty.sql`select phone from prospects`).toMatchObject([{ phone: fictional(77) }])

  const examined = await command(empty.url, ['doctor'], { env: { PUBLIC_URL: 'http://127.0.0.1:9' } })
  expect(examined).toMatchObject({ code: 1, err: '' })
  expect(examined.out).toMatch(/^note {2}Settings: .*\n/)
  expect(examined.out).toMatch(/\nfix {3}Public address: http:\/\/127\.0\.0\.1:9 cannot be reached: .*\n/)
  expect(examined.out).toMatch(/\nProblems to fix: \d+\.\n$/)
})
