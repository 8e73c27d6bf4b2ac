import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { listUpload } from '@salonback/shared/salons/lists/contract.ts'
import { endpoints, type NamedEndpoint } from '@salonback/shared/testing/endpoints.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { makeKey } from '../../testing/keys.ts'
import type { Sql } from '../db/open.ts'

// Rules that hold for every call. A row added to the contract is covered without a change here.

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

type Call = Pick<NamedEndpoint, 'name' | 'method' | 'path' | 'access'> & Partial<NamedEndpoint>

const calls: Call[] = [
  ...endpoints,
  { name: 'upload', method: importUpload.method, path: importUpload.path, access: 'admin' },
  { name: 'listUpload', method: listUpload.method, path: listUpload.path, access: 'admin' },
  { name: 'events', method: 'GET', path: eventsPath, access: 'staff' },
]
const staffCalls = calls.filter(({ access }) => access !== 'public')
const adminCalls = calls.filter(({ access }) => access === 'admin')
const withBody = endpoints.filter(({ body }) => body)
const withId = endpoints.filter(({ path }) => path.includes('{id}'))

/** Query parameters that a call cannot do without. */
const queries: Record<string, string> = { 'lists.listRows': '?part=rejected' }

const pathWith = (path: string, value: string) => path.replace(/\{\w+\}/g, value)

function requestOf(call: Call, init: { body?: string | undefined; headers?: object } = {}) {
  const needsBody = call.method !== 'GET' && call.body !== undefined
  const body = init.body ?? (needsBody ? '{}' : undefined)
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...init.headers }
  return [
    pathWith(call.path, UNKNOWN_ID),
    { method: call.method, headers, ...(body !== undefined && { body }) },
  ] as const
}

/** Tables that record refusals and the use of sessions and keys. */
const changing = ['public.api_keys', 'public.rate_limits', 'public.sessions']

/** Calls with the session of an admin, and those of keys with a key that may do everything. */
async function withSessionAndKey() {
  const app = await testApp()
  const { headers: key } = await makeKey(app)
  return {
    ...app,
    ask: (path: string, init: { headers?: object } & Omit<RequestInit, 'headers'>) =>
      app.staffRequest(path, { ...init, headers: { ...init.headers, ...key } } as RequestInit),
  }
}

/** Row count and content hash of every other table. */
async function tableSums(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'simulator')`
  const sums: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !changing.includes(table.name))) {
    const [{ sum }] = await sql<[{ sum: string }]>`
      select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql(name)} t`
    sums[name] = sum
  }
  return sums
}

/** Expects this status and a message from each refused call, which is not cached and changes no table. */
async function expectRefused(
  { sql }: Pick<App, 'sql'>,
  { calls, status, about }: { calls: Call[]; status: number; about?: string },
  ask: (call: Call) => Promise<Response>,
) {
  const before = await tableSums(sql)
  const found: Record<string, string> = {}
  for (const call of calls) {
    const response = await ask(call)
    const body = (await response.json()) as { message?: unknown }
    expect(response.headers.get('cache-control'), call.name).toBe('no-store')
    found[call.name] = `${response.status} ${typeof body.message}`
  }
  expect(await tableSums(sql)).toEqual(before)
  expect(found, about).toEqual(Object.fromEntries(calls.map(({ name }) => [name, `${status} string`])))
}

test('the contract has rows, with an example of a body where an id matters', () => {
  expect(endpoints.length).toBeGreaterThan(30)
  expect(withId.filter(({ body, example }) => body && !example).map(({ name }) => name)).toEqual([])
})

test('without a session every staff call answers 401', async () => {
  const app = await testApp()
  await expectRefused(app, { calls: staffCalls, status: 401 }, (call) => app.request(...requestOf(call)))
})

test('for an agent every admin call answers 403', async () => {
  const app = await testApp()
  await app.sql`update admins set role = 'agent' where id = ${app.admin.id}`
  await expectRefused(app, { calls: adminCalls, status: 403 }, async (call) => {
    const answer = await app.staffRequest(...requestOf(call))
    expect(await answer.clone().json()).toEqual({ message: 'Only an admin can do this' })
    return answer
  })
  expect(adminCalls.length).toBeGreaterThan(20)
})

test.each(['A'.repeat(43), '', '%E0%A4%A'])('an invalid session token is rejected: %j', async (token) => {
  const app = await testApp()
  const headers = { cookie: `salonback_session=${token}` }
  await expectRefused(app, { calls: staffCalls, status: 401 }, (call) =>
    app.request(...requestOf(call, { headers })),
  )
})

const changingCalls = calls.filter(({ method }) => method !== 'GET')

test.each([
  ['another site every call', { origin: 'https://evil.example' }, calls],
  ['an opaque origin every call', { origin: 'null' }, calls],
  ['a sibling domain every call that changes data', { 'sec-fetch-site': 'same-site' }, changingCalls],
])('from %s answers 403', async (_, headers, refused) => {
  const app = await testApp()
  await expectRefused(app, { calls: refused, status: 403 }, (call) =>
    app.staffRequest(...requestOf(call, { headers })),
  )
})

test('for another host name every call answers 421', async () => {
  const { app, sql, env, origin } = await testApp({ PUBLIC_URL: 'https://salons.example' })
  const headers = { cookie: await sessionCookie(origin), host: 'evil.example' }
  await expectRefused({ sql }, { calls, status: 421 }, async (call) => {
    const [path, init] = requestOf(call, { headers })
    return app.request(env.PUBLIC_URL + path, init as RequestInit)
  })
})

test('malformed JSON answers 400', async () => {
  const { sql, ask } = await withSessionAndKey()
  for (const body of ['{"half": ', '', '[]', 'null', '"text"'])
    await expectRefused({ sql }, { calls: withBody, status: 400, about: body }, (call) =>
      ask(...requestOf(call, { body })),
    )
})

test('a body of another type answers 415', async () => {
  const { sql, ask } = await withSessionAndKey()
  const headers = { 'content-type': 'text/plain' }
  await expectRefused({ sql }, { calls: withBody, status: 415 }, (call) =>
    ask(...requestOf(call, { headers })),
  )
})

test('a body over its limit answers 413', async () => {
  const { sql, ask } = await withSessionAndKey()
  await expectRefused({ sql }, { calls: withBody, status: 413 }, (call) => {
    const body = JSON.stringify({ filler: 'x'.repeat(call.maxBodyBytes ?? 64 * 1024) })
    return ask(...requestOf(call, { body }))
  })
})

test('unknown and malformed ids answer 404', async () => {
  const { sql, ask } = await withSessionAndKey()
  for (const id of [UNKNOWN_ID, 'garbage', '1', "'; drop table leads"])
    await expectRefused({ sql }, { calls: withId, status: 404, about: id }, (call) => {
      const { name, path, example } = call
      const body = example === undefined ? undefined : JSON.stringify(example)
      const [, init] = requestOf(call, { body })
      return ask(pathWith(path, encodeURIComponent(id)) + (queries[name] ?? ''), init)
    })
})
