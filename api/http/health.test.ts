import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

test('liveness says who we are, readiness looks at the database', async () => {
  const { request } = await testApp()
  expect(await (await request('/healthz')).json()).toEqual({ service: 'salonback', version: '1.0.0', api: 1 })
  expect((await request('/readyz')).status).toBe(200)
})

test('readiness is 503 when the database is gone', async () => {
  const { request, sql } = await testApp()
  await sql.unsafe('alter table migrations rename to gone')
  expect((await request('/readyz')).status).toBe(503)
  await sql.unsafe('alter table gone rename to migrations')
})

test('metrics are for loopback, or for whoever has the token', async () => {
  const open = await testApp()
  const text = await (await open.request('/metrics')).text()
  expect(text).toContain('salonback_http_requests_total')
  expect(text).toContain('process_cpu_seconds_total')
  expect((await open.request('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403)
  const guarded = await testApp({ METRICS_TOKEN: 'a-token-of-some-length' })
  expect((await guarded.request('/metrics')).status).toBe(403)
  const asked = await guarded.request('/metrics', {
    headers: { authorization: 'Bearer a-token-of-some-length' },
  })
  expect(asked.status).toBe(200)
})

test('the description of the API names every call with its guard', async () => {
  const { request } = await testApp()
  const document = (await (await request('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, { security?: unknown[] }>>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/admin/prospects/{id}/status']?.patch?.security).toEqual([{ session: [] }])
  expect(document.paths['/api/leads']?.post?.security).toBeUndefined()
})

test('an unknown call is a JSON 404', async () => {
  const { request } = await testApp()
  const response = await request('/api/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ message: 'Not found' })
})
