import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { fictional } from '../testing/factories.ts'

const phone = encodeURIComponent(fictional(7))
const json = { 'content-type': 'application/json' }
const endpoints: [method: string, path: string, body?: object][] = [
  ['GET', '/dev/phones'],
  ['GET', `/dev/phones?number=${phone}`],
  ['GET', '/dev/phones/app.js'],
  ['GET', '/dev/phones/parts/list'],
  ['GET', `/dev/phones/parts/talk?number=${phone}`],
  ['GET', '/dev/phones/api/handsets'],
  ['GET', `/dev/phones/api/handsets/${phone}`],
  ['POST', `/dev/phones/api/handsets/${phone}/send`, { body: 'STOP' }],
  ['POST', `/dev/phones/api/handsets/${phone}/read`, {}],
  ['GET', '/dev/phones/media/ME1'],
  ['GET', '/dev/phones/faults'],
  ['POST', '/dev/phones/faults', { kind: 'unauthorized' }],
  ['DELETE', '/dev/phones/faults'],
]
const call = ([method, path, body]: (typeof endpoints)[number], headers: Record<string, string> = {}) =>
  [path, { method, headers: { ...json, ...headers }, ...(body && { body: JSON.stringify(body) }) }] as const

test('in production the phones require a session and our origin, and the API of the carrier its account', async () => {
  const { staff, request, staffRequest, sql } = await testApp({ NODE_ENV: 'production' })
  for (const endpoint of endpoints)
    expect([endpoint[1], (await request(...call(endpoint))).status]).toEqual([endpoint[1], 401])
  expect(await sql`select 1 from simulator.faults union all select 1 from messages`).toHaveLength(0)
  const foreign = { origin: 'https://evil.example' }
  for (const endpoint of endpoints) expect((await staffRequest(...call(endpoint, foreign))).status).toBe(403)
  const withSession = await Promise.all(
    endpoints.slice(0, 7).map(async (endpoint) => (await staffRequest(...call(endpoint))).status),
  )
  expect(new Set(withSession)).toEqual(new Set([200]))
  // The API of the carrier requires the credentials of the account instead.
  expect(await staff.inbox.reply({ phoneNumber: fictional(7), message: 'Hello' })).toMatchObject({
    status: 'sent',
  })
  const list = `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`
  expect([(await request(list)).status, (await staffRequest(list)).status]).toEqual([401, 401])
})

test('outside production the phones need no session, and reject a body above its limit', async () => {
  const { request } = await testApp()
  expect((await request('/dev/phones')).status).toBe(200)
  const body = JSON.stringify({ body: 'x'.repeat(3 * 1024 * 1024) })
  for (const path of ['faults', 'api/handsets/%2B447700900123/read', 'api/handsets/%2B447700900123/send']) {
    const { status } = await request(`/dev/phones/${path}`, { method: 'POST', headers: json, body })
    expect(status, path).toBe(413)
  }
})
