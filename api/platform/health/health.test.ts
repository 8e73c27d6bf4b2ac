import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { testApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/rawHttp.ts'

test('liveness identifies the service; readiness checks the database', async () => {
  const { request } = await testApp()
  expect(await (await request('/healthz')).json()).toEqual({ service: 'salonback', version: '1.0.0', api: 1 })
  expect((await request('/readyz')).status).toBe(200)
})

test('readiness is 503 without the database', async () => {
  const { request, sql } = await testApp()
  await sql.unsafe('alter table migrations rename to gone')
  expect((await request('/readyz')).status).toBe(503)
  await sql.unsafe('alter table gone rename to migrations')
})

test('readiness is 503 during the start', async () => {
  const { deps } = await testApp()
  const app = createApp({ ...deps, isStarted: () => false })
  expect((await app.request('/readyz')).status).toBe(503)
  expect((await app.request('/healthz')).status).toBe(200)
})

test('metrics are for local requests or with the token', async () => {
  const open = await testApp()
  const text = await (await open.request('/metrics')).text()
  expect(text).toContain('salonback_http_requests_total')
  expect(text).toContain('process_cpu_seconds_total')
  const guarded = await testApp({
    METRICS_TOKEN: 'a-token-of-some-length',
    PUBLIC_URL: 'https://salons.example',
  })
  expect((await guarded.request('/metrics')).status).toBe(403)
  const asked = await guarded.request('/metrics', {
    headers: { authorization: 'Bearer a-token-of-some-length', 'x-forwarded-for': '203.0.113.9' },
  })
  expect(asked.status).toBe(200)
})

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'salons.example'],
  ['x-real-ip', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '203.0.113.9'],
])('a local proxy with %s gets no metrics', async (name, value) => {
  const { request } = await testApp()
  expect((await request('/metrics', { headers: { [name]: value } })).status).toBe(403)
})

test('a local proxy without headers gets no metrics', async () => {
  const near = await testApp()
  const named = 'GET /metrics HTTP/1.1\r\nHost: salons.example\r\nConnection: close\r\n\r\n'
  expect(await sendRaw(near.origin, named)).toMatch(/^HTTP\/1\.1 403 /)
  const behind = await testApp({ PUBLIC_URL: 'https://salons.example' })
  expect((await behind.request('/metrics')).status).toBe(403)
})

test('an unknown call is a JSON 404', async () => {
  const { request } = await testApp()
  const response = await request('/api/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ message: 'Not found' })
})
