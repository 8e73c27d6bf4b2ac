import { appCode, base32Bytes } from '@salonback/shared/testing/appCode.ts'
import { logIn } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { type App, testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'

const SECOND = 1000
const ask = 'Enter the code from your authenticator app.'
const wrong = 'That code is not right. Wait for the next one and try again.'

const account = { username: 'maya', password: 'correct horse' }

const login = (app: App, words: object, headers: Record<string, string> = {}) =>
  app.request('/api/admin/login', postJson({ ...account, ...words }, headers))

/** An app. Its admin has a second factor. Each `code()` advances the clock to a new code. */
async function enrolled(settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const { secret } = await app.staff.auth.setUpSecondFactor({ password: 'correct horse' })
  const { recoveryCodes } = await app.staff.auth.enableSecondFactor({ code: appCode(secret, app.clock()) })
  const code = () => {
    app.clock.advance(30 * SECOND)
    return appCode(secret, app.clock())
  }
  return { app, secret, recoveryCodes, code }
}

async function expectRefused(answer: Response, body: object) {
  expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([401, body, []])
}

test('a login asks for the code after the right password', async () => {
  const { app, code } = await enrolled()
  await expectRefused(await login(app, {}), { message: ask, fields: { code: ask } })
  const invalid = { message: 'Invalid credentials' }
  await expectRefused(await login(app, { password: 'guess' }), invalid)
  await expectRefused(await login(app, { password: 'guess', code: code() }), invalid)
  const answer = await login(app, { code: code() })
  expect([answer.status, await answer.json()]).toEqual([200, { username: 'maya' }])
  expect(answer.headers.getSetCookie()).toHaveLength(2)
})

test('a code may be spaced and one step early or late', async () => {
  const { app, secret } = await enrolled()
  app.clock.advance(300 * SECOND)
  const shown = appCode(secret, app.clock())
  expect((await login(app, { code: ` ${shown.slice(0, 3)} ${shown.slice(3)} ` })).status).toBe(200)
  const late = appCode(secret, new Date(app.clock().getTime() + 30 * SECOND))
  app.clock.advance(60 * SECOND)
  expect((await login(app, { code: late })).status).toBe(200)
  const tooLate = appCode(secret, new Date(app.clock().getTime() + 30 * SECOND))
  app.clock.advance(90 * SECOND)
  expect((await login(app, { code: tooLate })).status).toBe(401)
})

test('a code is accepted once, also by parallel logins', async () => {
  const { app, secret } = await enrolled()
  app.clock.advance(300 * SECOND)
  const before = appCode(secret, new Date(app.clock().getTime() - 30 * SECOND))
  const code = appCode(secret, app.clock())
  const both = await Promise.all([login(app, { code }), login(app, { code })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  await expectRefused(await login(app, { code }), { message: wrong, fields: { code: wrong } })
  expect((await login(app, { code: before })).status).toBe(401)
})

test('the code that enabled the second factor cannot be used for a login', async () => {
  const { app, secret } = await enrolled()
  expect((await login(app, { code: appCode(secret, app.clock()) })).status).toBe(401)
})

test('code guesses are throttled like passwords', async () => {
  const { app, code } = await enrolled()
  for (let n = 0; n < 5; n++) {
    expect((await login(app, {})).status).toBe(401)
    expect((await login(app, { code: `00000${n}` })).status).toBe(401)
  }
  expect((await login(app, {})).status).toBe(429)
  expect((await login(app, { code: code() })).status).toBe(429)
})

test('code guesses count over all addresses', async () => {
  const { app } = await enrolled({ TRUST_PROXY: 'on' })
  const statuses: number[] = []
  for (let n = 0; n < 20; n++) {
    const from = { 'x-forwarded-for': `198.51.100.${n}` }
    await login(app, {}, from)
    statuses.push((await login(app, { code: `00000${n}`.slice(-6) }, from)).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('a right password without code is not a failure', async () => {
  const { app, code } = await enrolled()
  for (let n = 0; n < 12; n++) expect((await login(app, {})).status).toBe(401)
  expect((await login(app, { code: code() })).status).toBe(200)
})

test('a recovery code works once, in any spacing', async () => {
  const { app, recoveryCodes } = await enrolled()
  expect(recoveryCodes).toHaveLength(10)
  const [first, second] = recoveryCodes as [string, string]
  expect((await login(app, { code: first })).status).toBe(200)
  expect((await login(app, { code: first })).status).toBe(401)
  const both = await Promise.all([1, 2].map(() => login(app, { code: ` ${second.toUpperCase()} ` })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await app.staff.auth.secondFactor()).toEqual({ enabled: true, recoveryCodesLeft: 8 })
  const kept = JSON.stringify(await app.sql`select * from recovery_codes`)
  expect(kept).not.toContain(first)
})

test('recovery codes and secret are shown once', async () => {
  const { auth } = (await enrolled()).app.staff
  await expect(auth.setUpSecondFactor({ password: 'correct horse' })).rejects.toMatchObject({ status: 409 })
  await expect(auth.enableSecondFactor({ code: '000000' })).rejects.toMatchObject({ status: 409 })
})

test('an unconfirmed secret expires after ten minutes', async () => {
  const app = await testApp()
  const { auth } = app.staff
  const { secret, uri } = await auth.setUpSecondFactor({ password: 'correct horse' })
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  const refused = { status: 422, fields: { code: wrong } }
  await expect(auth.enableSecondFactor({ code: '000000' })).rejects.toMatchObject(refused)
  expect(await auth.secondFactor()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  expect((await login(app, {})).status).toBe(200)
  app.clock.advance(601 * SECOND)
  const late = auth.enableSecondFactor({ code: appCode(secret, app.clock()) })
  await expect(late).rejects.toMatchObject({ status: 409 })
})

test('changing the second factor needs the password, which is throttled', async () => {
  const { app } = await enrolled()
  const off = (password: string) => app.staff.auth.disableSecondFactor({ password })
  const refused = { status: 422, fields: { password: 'This is not your password.' } }
  for (let n = 0; n < 5; n++) await expect(off('guess')).rejects.toMatchObject(refused)
  await expect(off('correct horse')).rejects.toMatchObject({ status: 429 })
  app.clock.advance(901 * SECOND)
  expect(await off('correct horse')).toEqual({ message: 'Login no longer asks for a code' })
  expect((await login(app, {})).status).toBe(200)
  expect(await app.sql`select 1 from recovery_codes`).toHaveLength(0)
  await expect(app.staff.auth.setUpSecondFactor({ password: 'guess' })).rejects.toMatchObject({ status: 422 })
})

test('changing the second factor ends other sessions', async () => {
  const app = await testApp()
  const other = await logIn(app.origin)
  const { secret } = await app.staff.auth.setUpSecondFactor({ password: 'correct horse' })
  expect(await other.staff.auth.me()).toMatchObject({ username: 'maya' })
  await app.staff.auth.enableSecondFactor({ code: appCode(secret, app.clock()) })
  await expect(other.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  expect(await app.staff.auth.me()).toMatchObject({ username: 'maya' })
})

test('changes and recovery logins are audited', async () => {
  const { app, recoveryCodes } = await enrolled()
  await login(app, { code: recoveryCodes[0] })
  await app.staff.auth.disableSecondFactor({ password: 'correct horse' })
  const lines = await app.sql`select actor, action, detail from audit_log order by id`
  expect([...lines]).toEqual([
    { actor: 'maya', action: 'second-factor.enable', detail: null },
    { actor: 'maya', action: 'login', detail: { recoveryCode: true } },
    { actor: 'maya', action: 'second-factor.disable', detail: null },
  ])
})

test('wrong codes have their own metric and log line', async () => {
  const { app } = await enrolled({ LOG_LEVEL: 'warn' })
  await login(app, {})
  await login(app, { code: '000000' })
  const metrics = await (await app.request('/metrics')).text()
  expect(metrics).toContain('salonback_refused_total{reason="login_code"} 1')
  expect(metrics).not.toContain('reason="login"}')
  const logged = app.logged.map((line) => JSON.parse(line))
  expect(logged).toMatchObject([{ reason: 'login_code', username: 'm…a' }])
})

test('the secret survives a key rotation', async () => {
  const key = '11'.repeat(32)
  const { app, secret, code, recoveryCodes } = await enrolled({ PHONE_HASH_KEY: key, LOG_LEVEL: 'error' })
  const [row] = await app.sql<[{ secret: Buffer }]>`select secret from second_factors`
  expect(row.secret[0]).toBe(1)
  const plain = base32Bytes(secret)
  expect(row.secret.includes(plain.subarray(0, 8))).toBe(false)
  const loginWith = async (settings: object, code: string) => {
    const other = createApp({ ...app.deps, env: { ...app.env, ...settings } })
    return (await other.request('/api/admin/login', postJson({ ...account, code }))).status
  }
  const rotated = { PHONE_HASH_KEY: '22'.repeat(32), PHONE_HASH_KEY_PREVIOUS: key }
  expect(await loginWith(rotated, code())).toBe(200)
  // Without the key no code is valid. Recovery codes still work, and the log names the cause.
  const other = { PHONE_HASH_KEY: '33'.repeat(32) }
  expect(await loginWith(other, code())).toBe(401)
  expect(await loginWith(other, recoveryCodes[0] as string)).toBe(200)
  expect(app.logged.join('')).toContain('PHONE_HASH_KEY is not the key')
})
