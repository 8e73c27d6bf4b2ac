import { keyScopes } from '@salonback/shared/platform/http/endpoint.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeSalon } from '../../testing/factories.ts'
import { makeKey } from '../../testing/keys.ts'

test('a key is shown once, stored as a hash, and listed with its last use', async () => {
  const app = await testApp()
  const salon = await makeSalon(app.sql, { name: 'Aoife Hair' })
  const { key, v1, id } = await makeKey(app, { salonId: salon.id, scopes: ['read'] })
  expect(key).toMatch(/^sbk_[\w-]{43}$/)
  const [stored] = await app.sql`select to_jsonb(k)::text as row from api_keys k`
  expect(stored?.row).not.toContain(key)
  expect((await app.staff.keys.list()).items).toMatchObject([{ lastUsedAt: null }])
  await v1.salons()
  expect((await app.staff.keys.list()).items).toEqual([
    {
      ...{ id, name: 'Zapier', ending: key.slice(-4), scopes: ['read'], createdBy: 'maya', revokedAt: null },
      salon: { id: salon.id, name: 'Aoife Hair' },
      createdAt: app.clock().toISOString(),
      lastUsedAt: app.clock().toISOString(),
      ...{ amountUnit: null, smallAmount: null },
    },
  ])
  const log = await app.sql`select actor, action, detail from audit_log where action like 'key.%'`
  expect(log).toMatchObject([{ actor: 'maya', action: 'key.create' }])
  expect(JSON.stringify(log)).not.toContain(key)
})

test('no key is made for an unknown salon', async () => {
  const app = await testApp()
  const salonId = '00000000-0000-4000-8000-000000000000'
  await expect(makeKey(app, { salonId })).rejects.toMatchObject({ status: 404 })
  expect((await app.staff.keys.list()).items).toEqual([])
})

test('no key, receiver or saved reply is made for a closed salon', async () => {
  const app = await testApp()
  const salon = await makeSalon(app.sql, { name: 'Aoife Hair' })
  await app.staff.salons.update({ id: salon.id, state: 'closed' })
  const refused = { status: 409, serverMessage: 'This salon is closed' }
  const { receivers, savedReplies } = app.staff
  await expect(makeKey(app, { salonId: salon.id })).rejects.toMatchObject(refused)
  const receiver = {
    url: 'https://receiver.example/',
    events: ['reply.received' as const],
    salonId: salon.id,
  }
  await expect(receivers.create(receiver)).rejects.toMatchObject(refused)
  const reply = { name: 'Hi', text: 'Hello', scope: 'salon' as const, salonId: salon.id }
  await expect(savedReplies.create(reply)).rejects.toMatchObject(refused)
})

test('missing, wrong and revoked keys get the same 401 and appear in no log', async () => {
  const app = await testApp({ LOG_LEVEL: 'debug' })
  const { id, key } = await makeKey(app)
  const bodies: string[] = []
  const ask = async (authorization?: string) => {
    const answer = await app.request('/api/v1/salons', authorization ? { headers: { authorization } } : {})
    bodies.push(await answer.text())
    return answer.status
  }
  expect(await ask(`Bearer ${key}`)).toBe(200)
  expect(await ask(`bearer  ${key}`)).toBe(200)
  bodies.length = 0
  await app.staff.keys.revoke({ id })
  for (const header of [
    undefined,
    `Bearer ${key}`,
    `Bearer ${key.slice(0, -1)}A`,
    `Bearer ${key}x`,
    `Basic ${key}`,
    key,
    'Bearer ',
    `Bearer sbk_${'A'.repeat(43)}`,
    `Bearer sbk_${"'".repeat(43)}`,
  ])
    expect(await ask(header), header).toBe(401)
  expect(new Set(bodies)).toEqual(new Set([JSON.stringify({ message: 'Please send a valid API key' })]))
  expect(app.logged.join('')).not.toContain(key.slice(4))
  expect(JSON.stringify(await app.sql`select * from audit_log`)).not.toContain(key.slice(4))
  await expect(app.staff.keys.revoke({ id })).resolves.toEqual({ message: 'Revoked' })
})

test.each<[name: string, header: string | undefined, challenge: string]>([
  ['no key', undefined, 'Bearer realm="Salonback"'],
  ['another scheme', 'Basic abc', 'Bearer realm="Salonback"'],
  ['a wrong key', `Bearer sbk_${'A'.repeat(43)}`, 'Bearer realm="Salonback", error="invalid_token"'],
  ['no key after Bearer', 'Bearer ', 'Bearer realm="Salonback", error="invalid_token"'],
  ['something else after Bearer', 'bearer abc', 'Bearer realm="Salonback", error="invalid_token"'],
])('%s: 401 says how to authenticate', async (_, authorization, challenge) => {
  const app = await testApp()
  for (const path of ['/api/v1/salons', '/api/v1/visits', '/api/v1/statements']) {
    const answer = await app.request(path, authorization ? { headers: { authorization } } : {})
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
  }
})

test('a key without the scope gets 403 with its reason, and staff calls name the scheme too', async () => {
  const app = await testApp()
  const { fetch } = await makeKey(app, { scopes: ['opt_outs'] })
  const answer = await fetch('/api/v1/salons')
  const challenge = 'Bearer realm="Salonback", error="insufficient_scope"'
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, challenge])
  const staff = await app.request('/api/admin/me')
  expect([staff.status, staff.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Salonback"'])
})

test('a session cannot make calls of keys, and a key cannot make calls of staff', async () => {
  const app = await testApp()
  const { headers } = await makeKey(app)
  expect((await app.staffRequest('/api/v1/salons')).status).toBe(401)
  for (const path of ['/api/admin/keys', '/api/admin/leads', '/api/admin/me'])
    expect((await app.request(path, { headers })).status, path).toBe(401)
})

test('a key can make only the calls of its scopes', async () => {
  const app = await testApp()
  for (const scope of keyScopes) {
    const { v1 } = await makeKey(app, { scopes: [scope] })
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        ({ status }) => status,
      )
    const read = await outcome(v1.salons())
    const added = await outcome(v1.recordOptOut({ phone: '+447700900123' }))
    expect([scope, read, added]).toEqual([
      scope,
      scope === 'read' ? 200 : 403,
      scope === 'opt_outs' ? 200 : 403,
    ])
  }
})

test('each key has its own limit, and wrong keys count against the address', async () => {
  const app = await testApp({ KEY_CALLS_PER_MINUTE: '2', PUBLIC_POSTS_PER_MINUTE: '1' })
  const [one, other] = [await makeKey(app), await makeKey(app)]
  await one.v1.salons()
  await one.v1.salons()
  await expect(one.v1.salons()).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  await other.v1.salons()
  const wrong = () => app.request('/api/v1/salons', { headers: { authorization: 'Bearer no' } })
  expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 429])
  app.clock.advance(60_000)
  await one.v1.salons()
})
