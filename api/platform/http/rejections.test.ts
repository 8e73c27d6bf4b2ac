import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { inboundParams, postWebhook } from '../../testing/webhooks.ts'
import { maskAddress } from './rejections.ts'

/** `salonback_refused_total` by reason, as Prometheus would read it. */
async function counted({ request }: App): Promise<Record<string, number>> {
  const text = await (await request('/metrics')).text()
  const lines = [...text.matchAll(/^salonback_refused_total\{reason="(\w+)"\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, reason, count]) => [reason, Number(count)]))
}

const refusalsIn = (app: App) =>
  app.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.msg === 'request rejected')

test('rejections are counted and logged without whole numbers or addresses', async () => {
  const app = await testApp({ LOG_LEVEL: 'warn', TRUST_PROXY: 'on' })
  const headers = { origin: 'https://evil.example', 'x-forwarded-for': '203.0.113.77' }
  const path = `/api/admin/conversation/${encodeURIComponent(fictional(123))}`
  expect((await app.request(path, { headers })).status).toBe(403)
  const hook = '/api/webhooks/twilio/inbound'
  const params = inboundParams({ From: fictional(123), Body: 'hello' })
  const answer = await postWebhook({ origin: app.origin, path: hook, params, signature: 'made up' })
  expect(answer.status).toBe(403)
  expect(await counted(app)).toEqual({ origin: 1, signature: 1 })
  expect(refusalsIn(app)).toMatchObject([
    { level: 40, reason: 'origin', address: '203.0.113.x', origin: 'https://evil.example' },
    { level: 40, reason: 'signature', path: hook },
  ])
  expect(app.logged.join('')).not.toMatch(/7700900123|203\.0\.113\.77/)
})

test('a flood of rejections is counted fully and logged in few lines', async () => {
  const app = await testApp({ LOG_LEVEL: 'warn' })
  const headers = { origin: 'https://evil.example'.padEnd(5000, 'x') }
  for (let n = 0; n < 100; n++) await app.request('/api/visitor-country', { headers })
  expect(await counted(app)).toEqual({ origin: 100 })
  expect(refusalsIn(app)).toHaveLength(30)
  expect(app.logged.join('').length).toBeLessThan(30 * 500)
  app.clock.advance(60_000)
  await app.request('/api/visitor-country', { headers })
  expect(refusalsIn(app).at(-1)).toMatchObject({ reason: 'origin', unlogged: 70 })
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
  ['unknown', 'unknown'],
])('%s is logged as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
