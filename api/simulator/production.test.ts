import { logIn, type RunningServer, startServer, until } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test } from 'vitest'
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
  ['GET', '/dev/phones/parts/faults'],
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

test('in production every endpoint of the phones requires a session and our origin', async () => {
  const { request, staffRequest, sql } = await testApp({ NODE_ENV: 'production' })
  for (const endpoint of endpoints)
    expect([endpoint[1], (await request(...call(endpoint))).status]).toEqual([endpoint[1], 401])
  expect(await sql`select 1 from simulator.faults union all select 1 from messages`).toHaveLength(0)
  const foreign = { origin: 'https://evil.example' }
  for (const endpoint of endpoints) expect((await staffRequest(...call(endpoint, foreign))).status).toBe(403)
  const withSession = await Promise.all(
    endpoints.slice(0, 8).map(async (endpoint) => (await staffRequest(...call(endpoint))).status),
  )
  expect(new Set(withSession)).toEqual(new Set([200]))
})

test('calls to the carrier API require the account credentials, not a session', async () => {
  const { staff, request, staffRequest } = await testApp({ NODE_ENV: 'production' })
  expect(await staff.messages.reply({ phoneNumber: fictional(7), message: 'Hello' })).toMatchObject({
    status: 'sent',
  })
  const list = `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`
  expect([(await request(list)).status, (await staffRequest(list)).status]).toEqual([401, 401])
})

test('outside production the phones need no session', async () => {
  const { request } = await testApp()
  expect((await request('/dev/phones')).status).toBe(200)
})

test.each(['faults', 'api/handsets/%2B447700900123/read', 'api/handsets/%2B447700900123/send'])(
  '/dev/phones/%s rejects a body above its limit',
  async (path) => {
    const { request } = await testApp()
    const body = JSON.stringify({ body: 'x'.repeat(3 * 1024 * 1024) })
    expect((await request(`/dev/phones/${path}`, { method: 'POST', headers: json, body })).status).toBe(413)
  },
)

const started = async (settings: Record<string, string>): Promise<RunningServer> => {
  const server = await startServer(settings)
  onTestFinished(async () => {
    await server.stop()
    await server.remove()
  })
  return server
}
const askForDetails = (origin: string) =>
  fetch(`${origin}/api/leads`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ mobileNumber: fictional(7), country: 'GB' }),
  })

test('production without an account starts, queues its texts and logs what to set', async () => {
  const server = await started({ NODE_ENV: 'production' })
  const { origin } = server
  expect((await askForDetails(origin)).status).toBe(200)
  const { staff } = await logIn(origin)
  expect(await staff.settings.service()).toMatchObject({
    simulated: false,
    sendingStopped: 'No phone carrier is set up',
  })
  await expect(staff.settings.resumeSending()).rejects.toMatchObject({ status: 409 })
  for (const path of ['/dev/phones', '/dev/phones/api/handsets', '/2010-04-01/Accounts/AC0/Messages.json']) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 404])
  }
  const { messages } = await staff.messages.conversation({ number: fictional(7) })
  expect(messages).toMatchObject([{ status: 'queued' }])
  expect(server.output()).toMatch(/Texts wait and are not sent.*SIMULATOR=on/)
}, 180_000)

test('production with SIMULATOR=on sends to the simulated phones', async () => {
  const { origin } = await started({ NODE_ENV: 'production', SIMULATOR: 'on' })
  expect((await fetch(`${origin}/dev/phones`)).status).toBe(401)
  await askForDetails(origin)
  const { staff } = await logIn(origin)
  expect(await staff.settings.service()).toMatchObject({ simulated: true, sendingStopped: null })
  const conversation = await until(
    () => staff.messages.conversation({ number: fictional(7) }),
    ({ messages }) => messages[0]?.status === 'delivered',
  )
  expect(conversation.messages).toHaveLength(1)
}, 180_000)
