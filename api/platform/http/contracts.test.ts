import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/platform/http/endpoint.ts'
import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { listUpload } from '@salonback/shared/salons/clients/contract.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { makeKey } from '../../testing/keys.ts'
import type { Sql } from '../db/open.ts'

// Rules that hold for every call. A row added to the contract is covered without a change here.

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const rows = Object.entries(contracts).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, row]) => ({ name: `${feature}.${name}`, row: row as AnyEndpoint })),
)
const outsideTheTable = [
  { name: 'upload', row: { method: importUpload.method, path: importUpload.path, access: 'admin' } },
  { name: 'listUpload', row: { method: listUpload.method, path: listUpload.path, access: 'admin' } },
  { name: 'events', row: { method: 'GET', path: eventsPath, access: 'staff' } },
]
const staffCalls = [...rows, ...outsideTheTable].filter(({ row }) => row.access !== 'public')
const adminCalls = staffCalls.filter(({ row }) => row.access === 'admin')
const withBody = rows.filter(({ row }) => row.body)
const withId = rows.filter(({ row }) => row.path.includes('{id}'))

/** Query parameters that a call cannot do without. */
const queries: Record<string, string> = { 'clients.listRows': '?part=rejected' }

const pathWith = (path: string, value: string) => path.replace(/\{\w+\}/g, value)

function call(row: { method: string; path: string }, init: { body?: string; headers?: object } = {}) {
  const needsBody = row.method !== 'GET' && (row as AnyEndpoint).body !== undefined
  const body = init.body ?? (needsBody ? '{}' : undefined)
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...init.headers }
  return [
    pathWith(row.path, UNKNOWN_ID),
    { method: row.method, headers, ...(body !== undefined && { body }) },
  ] as const
}

/** Tables that record refusals and the use of sessions and keys. */
const changing = ['public.api_keys', 'public.rate_limits', 'public.sessions']

/** Calls with the session of an admin, and those of keys with a key that may do everything. */
async function withSessionAndKey(app: App) {
  const { headers: key } = await makeKey(app)
  return (path: string, init: { headers?: object } & Omit<RequestInit, 'headers'>) =>
    app.staffRequest(path, { ...init, headers: { ...init.headers, ...key } } as RequestInit)
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

/** Status of each refused call, and the type of `message` in its body. None is cached or changes a table. */
async function outcomes(
  sql: Sql,
  calls: { name: string }[],
  ask: (call: { name: string }, index: number) => Promise<Response>,
): Promise<Record<string, string>> {
  const before = await tableSums(sql)
  const found: Record<string, string> = {}
  for (const [index, one] of calls.entries()) {
    const response = await ask(one, index)
    const body = (await response.json()) as { message?: unknown }
    expect(response.headers.get('cache-control'), one.name).toBe('no-store')
    found[one.name] = `${response.status} ${typeof body.message}`
  }
  expect(await tableSums(sql)).toEqual(before)
  return found
}

const allAre = (calls: { name: string }[], outcome: string) =>
  Object.fromEntries(calls.map(({ name }) => [name, outcome]))

test('the contract has rows, with an example of a body where an id matters', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(withId.filter(({ row }) => row.body && !row.example).map(({ name }) => name)).toEqual([])
})

test('without a session every staff call answers 401', async () => {
  const { sql, request } = await testApp()
  const found = await outcomes(sql, staffCalls, (_, i) => request(...call(staffCalls[i]?.row as AnyEndpoint)))
  expect(found).toEqual(allAre(staffCalls, '401 string'))
})

test('for an agent every admin call answers 403', async () => {
  const { sql, admin, staffRequest } = await testApp()
  await sql`update admins set role = 'agent' where id = ${admin.id}`
  const found = await outcomes(sql, adminCalls, async (_, i) => {
    const answer = await staffRequest(...call(adminCalls[i]?.row as AnyEndpoint))
    expect(await answer.clone().json()).toEqual({ message: 'Only an admin can do this' })
    return answer
  })
  expect(found).toEqual(allAre(adminCalls, '403 string'))
  expect(adminCalls.length).toBeGreaterThan(20)
})

test('an invalid session token is rejected', async () => {
  const { sql, request } = await testApp()
  for (const token of ['A'.repeat(43), '', '%E0%A4%A']) {
    const headers = { cookie: `salonback_session=${token}` }
    const found = await outcomes(sql, staffCalls, (_, i) =>
      request(...call(staffCalls[i]?.row as AnyEndpoint, { headers })),
    )
    expect(found, token).toEqual(allAre(staffCalls, '401 string'))
  }
})

test('from another site every call answers 403', async () => {
  const { sql, staffRequest } = await testApp()
  const calls = [...rows, ...outsideTheTable]
  for (const origin of ['https://evil.example', 'null']) {
    const headers = { origin }
    const found = await outcomes(sql, calls, (_, i) =>
      staffRequest(...call(calls[i]?.row as AnyEndpoint, { headers })),
    )
    expect(found).toEqual(allAre(calls, '403 string'))
  }
})

test('from a sibling domain every call that changes data answers 403', async () => {
  const { sql, staffRequest } = await testApp()
  const calls = [...rows, ...outsideTheTable].filter(({ row }) => row.method !== 'GET')
  const headers = { 'sec-fetch-site': 'same-site' }
  const found = await outcomes(sql, calls, (_, i) =>
    staffRequest(...call(calls[i]?.row as AnyEndpoint, { headers })),
  )
  expect(found).toEqual(allAre(calls, '403 string'))
})

test('for another host name every call answers 421', async () => {
  const { app, sql, env, origin } = await testApp({ PUBLIC_URL: 'https://salons.example' })
  const headers = { cookie: await sessionCookie(origin), host: 'evil.example' }
  const calls = [...rows, ...outsideTheTable]
  const found = await outcomes(sql, calls, (_, i) => {
    const [path, init] = call(calls[i]?.row as AnyEndpoint, { headers })
    return Promise.resolve(app.request(env.PUBLIC_URL + path, init as RequestInit))
  })
  expect(found).toEqual(allAre(calls, '421 string'))
})

test('malformed JSON answers 400', async () => {
  const app = await testApp()
  const { sql } = app
  const staffRequest = await withSessionAndKey(app)
  for (const body of ['{"half": ', '', '[]', 'null', '"text"']) {
    const found = await outcomes(sql, withBody, (_, i) =>
      staffRequest(...call(withBody[i]?.row as AnyEndpoint, { body })),
    )
    expect(found, body).toEqual(allAre(withBody, '400 string'))
  }
})

test('a body of another type answers 415', async () => {
  const app = await testApp()
  const { sql } = app
  const staffRequest = await withSessionAndKey(app)
  const headers = { 'content-type': 'text/plain' }
  const found = await outcomes(sql, withBody, (_, i) =>
    staffRequest(...call(withBody[i]?.row as AnyEndpoint, { headers })),
  )
  expect(found).toEqual(allAre(withBody, '415 string'))
})

test('a body over its limit answers 413', async () => {
  const app = await testApp()
  const { sql } = app
  const staffRequest = await withSessionAndKey(app)
  const found = await outcomes(sql, withBody, (_, i) => {
    const row = withBody[i]?.row as AnyEndpoint
    const body = JSON.stringify({ filler: 'x'.repeat(row.maxBodyBytes ?? 64 * 1024) })
    return staffRequest(...call(row, { body }))
  })
  expect(found).toEqual(allAre(withBody, '413 string'))
})

test('unknown and malformed ids answer 404', async () => {
  const app = await testApp()
  const { sql } = app
  const staffRequest = await withSessionAndKey(app)
  for (const id of [UNKNOWN_ID, 'garbage', '1', "'; drop table leads"]) {
    const found = await outcomes(sql, withId, ({ name }, i) => {
      const row = withId[i]?.row as AnyEndpoint
      const [, init] = call(row, { ...(row.example !== undefined && { body: JSON.stringify(row.example) }) })
      return staffRequest(pathWith(row.path, encodeURIComponent(id)) + (queries[name] ?? ''), init)
    })
    expect(found, id).toEqual(allAre(withId, '404 string'))
  }
})
