import { logIn } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { type App, NOON, testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'
import { hashPassword } from '../auth/passwords.ts'

const OWN = 'a lamp beside nineteen boats'
const HOUR = 3_600_000
const CONFLICT = {
  status: 409,
  message: expect.stringContaining('This is the last admin. Make another person an admin first.'),
}
const ENDED = 'This link has expired or was already used. Ask an admin for a new one.'

const tokenOf = ({ url }: { url: string }) => url.slice(url.indexOf('#') + 1)

async function addMember({ sql }: App, username: string, role: 'admin' | 'agent') {
  const row = { username, role, passwordHash: await hashPassword(OWN) }
  const [member] = await sql<[{ id: string }]>`insert into admins ${sql(row)} returning id`
  return member.id
}

const auditOf = async ({ sql }: App) => {
  const lines = await sql<{ line: string }[]>`
    select actor || ' ' || action || coalesce(' ' || subject, '') as line from audit_log
    where action ~ '^staff|^password' order by id`
  return lines.map(({ line }) => line)
}

const choose = ({ request }: App, token: string, newPassword = OWN) =>
  request('/api/staff-link/password', postJson({ token, newPassword }))

test('an invited person chooses a password with the link and is logged in', async () => {
  const app = await testApp()
  const link = await app.staff.staff.invite({ username: ' Zoe ', role: 'agent' })
  expect(link.url).toMatch(/\/admin\/invitation#[\w-]{43}$/)
  expect(link.expiresAt).toBe(new Date(NOON.getTime() + 72 * HOUR).toISOString())
  expect(await app.staff.staff.list()).toMatchObject([
    { username: 'maya', role: 'admin', state: 'active', secondFactor: false },
    { username: 'Zoe', role: 'agent', state: 'invited', lastSeenAt: null },
  ])
  await expect(logIn(app.origin, 'zoe', '')).rejects.toThrow('401')
  expect(await app.visitor.staff.openLink({ token: tokenOf(link) })).toEqual({ username: 'Zoe' })
  const chosen = await choose(app, tokenOf(link))
  expect(await chosen.json()).toEqual({ username: 'Zoe', loggedIn: true })
  const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? ''
  const me = await app.request('/api/admin/me', { headers: { cookie } })
  expect(await me.json()).toMatchObject({ username: 'Zoe', role: 'agent' })
  const [, zoe] = await app.staff.staff.list()
  expect(zoe).toMatchObject({ state: 'active', lastSeenAt: NOON.toISOString() })
  expect(await auditOf(app)).toEqual(['maya staff.invite Zoe', 'Zoe password.choose'])
  const stored = await app.sql`select token_hash::text from staff_links`
  expect(JSON.stringify(stored)).not.toContain(tokenOf(link))
})

test('a name that is taken or cannot be read is refused', async () => {
  const { staff } = await testApp()
  await expect(staff.staff.invite({ username: 'MAYA', role: 'agent' })).rejects.toMatchObject({ status: 409 })
  await expect(staff.staff.invite({ username: ' ', role: 'agent' })).rejects.toMatchObject({
    status: 422,
    fields: { username: 'This name must not be empty.' },
  })
})

test('used, expired, replaced and unknown links end with one message', async () => {
  const app = await testApp()
  const used = tokenOf(await app.staff.staff.invite({ username: 'zoe', role: 'agent' }))
  expect((await choose(app, used, 'short')).status).toBe(422)
  expect((await choose(app, used)).status).toBe(200)
  const [zoe] = (await app.staff.staff.list()).slice(1)
  expect((await choose(app, used)).status).toBe(410)
  const replaced = tokenOf(await app.staff.staff.createLink({ id: zoe?.id ?? '' }))
  const expired = tokenOf(await app.staff.staff.createLink({ id: zoe?.id ?? '' }))
  app.clock.advance(72 * HOUR)
  for (const [token, status] of [
    [used, 404],
    [replaced, 404],
    [expired, 410],
    ['unknown', 404],
  ] as const) {
    const answer = await choose(app, token)
    expect([answer.status, await answer.json()]).toEqual([status, { message: ENDED }])
    await expect(app.visitor.staff.openLink({ token })).rejects.toMatchObject({ status })
  }
})

test('of two uses of a link at the same time one wins', async () => {
  const app = await testApp()
  const token = tokenOf(await app.staff.staff.invite({ username: 'zoe', role: 'agent' }))
  const answers = await Promise.all([choose(app, token), choose(app, token, `${OWN} at sea`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
})

test('a new link ends the sessions, and the password it sets replaces the old one', async () => {
  const app = await testApp()
  const id = await addMember(app, 'zoe', 'agent')
  const zoe = await logIn(app.origin, 'zoe', OWN)
  const token = tokenOf(await app.staff.staff.createLink({ id }))
  await expect(zoe.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  expect((await choose(app, token, `${OWN} at sea`)).status).toBe(200)
  await expect(logIn(app.origin, 'zoe', OWN)).rejects.toThrow('401')
  await logIn(app.origin, 'zoe', `${OWN} at sea`)
})

test('a link does not skip the second factor', async () => {
  const app = await testApp()
  const id = await addMember(app, 'zoe', 'agent')
  await app.sql`insert into second_factors (admin_id, secret, begun_at, enabled_at) values (${id}, '', now(), now())`
  const chosen = await choose(app, tokenOf(await app.staff.staff.createLink({ id })))
  expect(await chosen.json()).toEqual({ username: 'zoe', loggedIn: false })
  expect(chosen.headers.get('set-cookie')).toBeNull()
})

test('disabling ends sessions and event streams and refuses logins until the account is enabled', async () => {
  const app = await testApp()
  const id = await addMember(app, 'zoe', 'agent')
  const zoe = await logIn(app.origin, 'zoe', OWN)
  const stream = await zoe.staffFetch(`${app.origin}/api/admin/events`)
  const link = tokenOf(await app.staff.staff.createLink({ id }))
  const again = await logIn(app.origin, 'zoe', OWN)
  const second = await again.staffFetch(`${app.origin}/api/admin/events`)
  await app.staff.staff.disable({ id })
  await Promise.all([stream.text(), second.text()])
  await expect(again.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  await expect(logIn(app.origin, 'zoe', OWN)).rejects.toThrow('Invalid credentials')
  expect((await choose(app, link)).status).toBe(410)
  await expect(app.staff.staff.createLink({ id })).rejects.toMatchObject({ status: 409 })
  await app.staff.staff.enable({ id })
  await logIn(app.origin, 'zoe', OWN)
  const changes = ['link', 'disable', 'enable'].map((verb) => `maya staff.${verb} zoe`)
  expect(await auditOf(app)).toEqual(changes)
})

test('a changed role counts from the next request and ends open sessions', async () => {
  const app = await testApp()
  const id = await addMember(app, 'zoe', 'agent')
  const zoe = await logIn(app.origin, 'zoe', OWN)
  await expect(zoe.staff.staff.list()).rejects.toMatchObject({ status: 403 })
  await app.staff.staff.setRole({ id, role: 'admin' })
  await expect(zoe.staff.auth.me()).rejects.toMatchObject({ status: 401 })
  const asAdmin = await logIn(app.origin, 'zoe', OWN)
  expect(await asAdmin.staff.staff.list()).toHaveLength(2)
})

test('the last admin cannot be demoted or disabled; invited and disabled admins do not count', async () => {
  const app = await testApp()
  const { id } = app.admin
  await app.staff.staff.invite({ username: 'invited', role: 'admin' })
  const out = await addMember(app, 'out', 'admin')
  await app.staff.staff.disable({ id: out })
  await expect(app.staff.staff.setRole({ id, role: 'agent' })).rejects.toMatchObject(CONFLICT)
  await expect(app.staff.staff.disable({ id })).rejects.toMatchObject(CONFLICT)
  expect(await app.staff.auth.me()).toMatchObject({ role: 'admin' })
})

test('two admins who demote or disable each other at the same time leave one admin', async () => {
  const app = await testApp()
  const id = await addMember(app, 'zoe', 'admin')
  const zoe = await logIn(app.origin, 'zoe', OWN)
  const results = await Promise.allSettled([
    app.staff.staff.setRole({ id, role: 'agent' }),
    zoe.staff.staff.disable({ id: app.admin.id }),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = await app.sql`select 1 from admins where role = 'admin' and disabled_at is null`
  expect(left).toHaveLength(1)
})

test.each([
  ['b\u043ess', 422, 'This name mixes letters of different alphabets.'],
  ['ｂｏｓｓ', 409, 'There is already an account with this name.'],
  ['b0ss', 409, 'This name looks like boss. Please choose another.'],
])('beside boss the name %j is refused', async (username, status, message) => {
  const { staff } = await testApp()
  await staff.staff.invite({ username: 'boss', role: 'admin' })
  const refused = staff.staff.invite({ username, role: 'agent' })
  await expect(refused).rejects.toMatchObject({ status, message: expect.stringContaining(message) })
})
