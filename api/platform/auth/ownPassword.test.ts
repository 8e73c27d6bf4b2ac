import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { logIn, sessionCookie } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'

const OWN = 'a lamp beside nineteen boats'

/** An app. Its admin has a temporary password. */
async function newcomer() {
  const app = await testApp()
  await app.sql`update admins set must_change_password = true`
  return app
}

test('a temporary password allows only me, password change and logout', async () => {
  const { staffRequest } = await newcomer()
  const shut = [
    ...endpoints.filter(({ access }) => access !== 'public' && access !== 'key'),
    { name: 'upload', method: importUpload.method, path: importUpload.path },
    { name: 'events', method: 'GET', path: eventsPath },
  ]
  const open: string[] = []
  for (const { name, method, path } of shut) {
    const body = method === 'GET' ? {} : postJson({})
    const answer = await staffRequest(path.replace(/\{\w+\}/g, crypto.randomUUID()), { ...body, method })
    if (answer.status !== 403) open.push(name)
    else expect(await answer.json()).toEqual({ message: 'Please choose a password of your own first' })
  }
  expect(open.sort()).toEqual(['auth.changePassword', 'auth.me'])
})

test('a changed password unlocks all calls and ends other sessions', async () => {
  const { staff, origin, sql, request } = await newcomer()
  const other = await logIn(origin)
  expect(await staff.auth.me()).toMatchObject({ username: 'maya', mustChangePassword: true })
  await staff.auth.changePassword({ password: 'correct horse', newPassword: OWN })
  expect(await staff.auth.me()).toEqual({ id: expect.any(String), username: 'maya', role: 'admin' })
  expect(await staff.leads.list()).toEqual([])
  await expect(other.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  await expect(sessionCookie(origin, 'maya', 'correct horse')).rejects.toThrow('401')
  expect(await (await logIn(origin, 'maya', OWN)).staff.auth.me()).not.toHaveProperty('mustChangePassword')
  const [last] =
    await sql`select actor, action, detail from audit_log where action <> 'login' order by id desc limit 1`
  expect(last).toEqual({ actor: 'maya', action: 'password.change', detail: null })
  expect((await request('/api/admin/me')).status).toBe(401)
})

test.each([
  ['guess', OWN, 'password', 'This is not your password.'],
  ['correct horse', 'correct horse', 'newPassword', 'This is the password you have now.'],
  ['correct horse', 'short', 'newPassword', 'This password needs at least 8 characters.'],
  ['correct horse', 'maya2026', 'newPassword', 'This password is mostly the username or the name Salonback.'],
])('%s, then %s: refused at the %s, and nothing changes', async (password, newPassword, field, message) => {
  const { staff, origin } = await newcomer()
  const change = staff.auth.changePassword({ password, newPassword })
  await expect(change).rejects.toMatchObject({ status: 422, fields: { [field]: message } })
  expect(await (await logIn(origin)).staff.auth.me()).toHaveProperty('mustChangePassword')
})

test('password guesses in a session are throttled', async () => {
  const { staff } = await testApp()
  const guess = (n: number) => staff.auth.changePassword({ password: `guess ${n}`, newPassword: OWN })
  for (let n = 0; n < 5; n++) await expect(guess(n)).rejects.toMatchObject({ status: 422 })
  const right = staff.auth.changePassword({ password: 'correct horse', newPassword: OWN })
  await expect(right).rejects.toMatchObject({ status: 429 })
})

test('admins list their sessions and end one or all', async () => {
  const { staff, origin, clock, sql } = await testApp()
  const login = (agent: string) =>
    fetch(
      `${origin}/api/admin/login`,
      postJson({ username: 'maya', password: 'correct horse' }, { 'user-agent': agent }),
    )
  await sql`insert into admins (username, password_hash) select 'zoe', password_hash from admins`
  const zoe = await logIn(origin, 'zoe')
  clock.advance(60 * 60_000)
  await login(`Firefox ${'x'.repeat(400)}`)
  const places = await staff.auth.sessions()
  expect(places).toHaveLength(2)
  expect(places[0]).toMatchObject({ current: true, createdAt: '2026-03-10T12:00:00.000Z' })
  expect(places[1]).toMatchObject({
    current: false,
    createdAt: '2026-03-10T13:00:00.000Z',
    address: expect.any(String),
  })
  expect(places[1]?.agent).toMatch(/^Firefox x{292}$/)
  const there = places[1]?.id as string
  await expect(zoe.staff.auth.endSession({ id: there })).rejects.toMatchObject({ status: 404 })
  await staff.auth.endSession({ id: there })
  expect(await staff.auth.sessions()).toHaveLength(1)

  const second = await logIn(origin)
  clock.advance(11 * 60 * 60_000)
  expect(await staff.auth.sessions()).toHaveLength(2)
  clock.advance(2 * 60 * 60_000)
  expect(await staff.auth.sessions()).toHaveLength(1)
  await staff.auth.logoutEverywhere()
  await expect(staff.auth.me()).rejects.toMatchObject({ status: 401 })
  await expect(second.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  const left = await sql`select a.username from sessions s join admins a on a.id = s.admin_id`
  expect([...left]).toEqual([{ username: 'zoe' }])
})
