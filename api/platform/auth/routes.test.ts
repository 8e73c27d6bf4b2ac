import { logIn } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { type App, testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'
import { hashPassword, isPassword, unknownUserHash } from './passwords.ts'

const MINUTE = 60_000

const login = (app: App, username: string, password: string, headers: Record<string, string> = {}) =>
  app.request('/api/admin/login', postJson({ username, password }, headers))

const cookieOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';')[0])

test('a login creates a session in an HttpOnly cookie', async () => {
  const app = await testApp()
  const response = await login(app, 'maya', 'correct horse')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ username: 'maya' })
  const names = response.headers.getSetCookie().map((line) => line.split('=')[0])
  expect(names).toEqual(['salonback_session', 'salonback_device'])
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^salonback_session=[\w-]{43};/)
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).toContain('Path=/')
  expect(cookie).not.toContain('Secure')
  const token = cookie.split(/[=;]/)[1] as string
  const kept = JSON.stringify(await app.sql`select * from sessions`)
  expect(kept).not.toContain(token)
  const me = await app.request('/api/admin/me', { headers: { cookie } })
  expect(await me.json()).toEqual({ id: app.admin.id, username: 'maya', role: 'admin' })
})

test('behind https the cookie is Secure and __Host-', async () => {
  const app = await testApp()
  const env = { ...app.env, PUBLIC_URL: 'https://salonback.example' }
  const served = createApp({ ...app.deps, env })
  const post = postJson(
    { username: 'maya', password: 'correct horse' },
    { origin: 'https://salonback.example' },
  )
  const response = await served.request('/api/admin/login', post)
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-salonback_session=/)
  expect(cookie).toContain('Secure')
})

test('usernames ignore case', async () => {
  const app = await testApp()
  expect(await (await login(app, 'MAYA', 'correct horse')).json()).toEqual({ username: 'maya' })
})

test('wrong password, unknown user and disabled user get the same answer', async () => {
  const app = await testApp()
  await app.sql`insert into admins (username, password_hash, disabled_at)
    values ('left', ${await hashPassword('correct horse')}, now())`
  const answers = []
  for (const [username, password] of [
    ['maya', 'wrong'],
    ['nobody', 'correct horse'],
    ['left', 'correct horse'],
    ['maya', ''],
  ] as const) {
    const response = await login(app, username, password)
    answers.push([response.status, await response.text(), cookieOf(response)])
  }
  expect(answers).toEqual(answers.map(() => [401, '{"message":"Invalid credentials"}', []]))
})

test('an unknown user costs the same hashing work', async () => {
  const strength = (hash: string) => hash.split('$').slice(0, 4)
  expect(strength(unknownUserHash)).toEqual(strength(await hashPassword('right')))
  expect(await isPassword('wrong', undefined)).toBe(false)
})

test('five failures in 15 minutes lock that name at that address only', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let i = 0; i < 5; i++) {
    expect((await login(app, 'maya', `guess ${i}`, from('203.0.113.1'))).status).toBe(401)
    app.clock.advance(MINUTE)
  }
  const locked = await login(app, 'maya', 'correct horse', from('203.0.113.1'))
  expect(locked.status).toBe(429)
  expect(locked.headers.get('retry-after')).toBe('600')
  expect((await login(app, 'Maya', 'correct horse', from('203.0.113.1'))).status).toBe(429)
  expect((await login(app, 'maya', 'correct horse', from('203.0.113.2'))).status).toBe(200)
  app.clock.advance(10 * MINUTE + 1000)
  expect((await login(app, 'maya', 'correct horse', from('203.0.113.1'))).status).toBe(200)
})

test('of 100 parallel guesses five are checked', async () => {
  const app = await testApp()
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => (await login(app, 'maya', `guess ${i}`)).status),
  )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(45)
})

test('a success clears earlier failures', async () => {
  const app = await testApp()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await login(app, 'maya', 'wrong')).status).toBe(401)
    expect((await login(app, 'maya', 'correct horse')).status).toBe(200)
  }
})

test('a login replaces the previous session', async () => {
  const app = await testApp()
  const [first] = cookieOf(await login(app, 'maya', 'correct horse'))
  const [second] = cookieOf(await login(app, 'maya', 'correct horse', { cookie: first as string }))
  expect((await app.request('/api/admin/me', { headers: { cookie: first as string } })).status).toBe(401)
  expect((await app.request('/api/admin/me', { headers: { cookie: second as string } })).status).toBe(200)
})

test('logout ends the session and works without one', async () => {
  const app = await testApp()
  const [cookie] = cookieOf(await login(app, 'maya', 'correct horse'))
  const headers = { cookie: cookie as string }
  const out = await app.request('/api/admin/logout', { method: 'POST', headers })
  expect(await out.json()).toEqual({ message: 'You have been logged out successfully' })
  expect(cookieOf(out)).toEqual(['salonback_session='])
  expect((await app.request('/api/admin/me', { headers })).status).toBe(401)
  expect((await app.request('/api/admin/logout', { method: 'POST' })).status).toBe(200)
})

test.each([
  ['username', { password: 'x' }],
  ['password', { username: 'maya' }],
])('a login without %s is rejected with the name of the field', async (field, body) => {
  const { request } = await testApp()
  const response = await request('/api/admin/login', postJson(body))
  expect(response.status).toBe(422)
  expect(((await response.json()) as { fields: object }).fields).toHaveProperty(field)
})

test('logins and logouts are audited', async () => {
  const app = await testApp()
  const { staff } = await logIn(app.origin)
  await staff.auth.logout()
  const lines = await app.sql`select actor, action from audit_log order by id`
  expect([...lines]).toEqual([
    { actor: 'maya', action: 'login' },
    { actor: 'maya', action: 'logout' },
  ])
})
