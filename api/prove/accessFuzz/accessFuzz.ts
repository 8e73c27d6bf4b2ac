import { randomBytes } from 'node:crypto'
import { contracts, uploads } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/platform/http/endpoint.ts'
import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { type Database, openDatabase } from '../../platform/db/open.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { countWrong } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { checkSalons } from './checkSalons.ts'
import { checkScripts } from './scripts.ts'

/** A valid id that no row has. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const DAY = 86_400_000

interface Endpoint {
  name: string
  method: string
  path: string
  isStaff: boolean
  isAdmin: boolean
  /** Null: the endpoint takes no JSON body. */
  maxBytes: number | null
}

/** A call that must be refused, and the accepted statuses of the refusal. */
interface InvalidCall {
  endpoint: Endpoint
  /** Why the call is invalid. */
  reason: string
  init: RequestInit
  expected: number[]
}

interface Answer extends InvalidCall {
  status: number
  message: unknown
  cacheControl: string | null
}

/** Access fuzz: invalid calls to every endpoint (`calls`), and script payloads in every stored text (`scripts`). */
export async function proveAccess(context: SuiteContext): Promise<Row[]> {
  const parts = { calls: checkCalls, scripts: checkScripts }
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(context.only)) rows.push(...(await part(context)))
  }
  return rows
}

/**
 * Calls every endpoint of the contract, the upload and the event stream in every way that must be refused. The database
 * may change only in the tables that record refusals and logins. Before that, calls all of them that could show texts of
 * salons.
 */
async function checkCalls({ atEnd, log, signal }: SuiteContext): Promise<Row[]> {
  const server = await startPostgres()
  atEnd(server.stop)
  const sql = openDatabase(await createDatabase(server.url, 'access_fuzz'))
  atEnd(() => sql.end({ timeout: 5 }))
  const settings = { PUBLIC_POSTS_PER_MINUTE: '100000' }
  const app = await startApp({ sql, clock: () => new Date(), settings })
  atEnd(app.stop)
  const cookies = await createCookies(sql, app.origin)
  const salonRows = await checkSalons(app)
  const calls = allEndpoints().flatMap((endpoint) => invalidCallsTo(endpoint, app.origin, cookies))
  const before = await tableChecksums(sql)
  const answers: Answer[] = []
  for (const call of calls) {
    if (signal.aborted) break
    answers.push(await perform(app.origin, call))
  }
  log(`${answers.length} invalid calls answered`)
  const changed = await changedTables(sql, before)
  return [
    countWrong('every invalid call is refused', answers, wrongStatus, ({ reason }) => reason),
    countWrong('every refusal has a message and is not cached', answers, wrongShape, ({ reason }) => reason),
    {
      what: 'refused calls change no table',
      tried: before.size,
      wrong: changed.length,
      ...(changed.length > 0 && { note: changed.join(', ') }),
    },
    ...salonRows,
  ]
}

function allEndpoints(): Endpoint[] {
  const rows = Object.entries(contracts).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, AnyEndpoint>).map(([name, row]) => ({
      name: `${feature}.${name}`,
      method: row.method,
      path: row.path.replace(/\{\w+\}/g, UNKNOWN_ID),
      isStaff: row.access !== 'public',
      isAdmin: row.access === 'admin',
      maxBytes: row.body ? (row.maxBodyBytes ?? 64 * 1024) : null,
    })),
  )
  const outsideContract = { isStaff: true, maxBytes: null }
  return [
    ...rows,
    ...Object.entries(uploads).map(([name, { method, path }]) => ({
      ...outsideContract,
      isAdmin: true,
      name: `${name}.upload`,
      method,
      path: path.replace(/\{\w+\}/g, UNKNOWN_ID),
    })),
    { ...outsideContract, isAdmin: false, name: 'events', method: 'GET', path: eventsPath },
  ]
}

interface Cookies {
  valid: string
  /** A valid session of an agent. */
  agent: string
  /** Invalid cookies by the reason why they are invalid. */
  invalid: Record<string, string>
}

async function createCookies(sql: Database, origin: string): Promise<Cookies> {
  const ended = await createEndedSessions(sql, origin)
  const valid = await sessionCookie(origin)
  const row = { username: 'agent', role: 'agent', passwordHash: await hashPassword('correct horse') }
  await sql`insert into admins ${sql(row)}`
  const agent = await sessionCookie(origin, 'agent')
  const [name = '', token = ''] = valid.split('=')
  const malformed = {
    'invented token': `${name}=${randomBytes(32).toString('base64url')}`,
    'empty token': `${name}=`,
    'malformed escape': `${name}=%E0%A4%A`,
    'other cookie name': `session=${token}`,
    'upper-case token': `${name}=${token.toUpperCase()}`,
    'truncated token': `${name}=${token.slice(0, -1)}`,
  }
  return { valid, agent, invalid: { ...ended, ...malformed } }
}

/** Cookies of sessions that were valid once. */
async function createEndedSessions(sql: Database, origin: string): Promise<Record<string, string>> {
  const usernames = ['idle', 'expired', 'deleted', 'disabled-admin', 'deleted-admin']
  for (const username of usernames) {
    const row = { username, passwordHash: await hashPassword('correct horse') }
    await sql`insert into admins ${sql(row)}`
  }
  const cookies: Record<string, string> = {}
  for (const username of usernames) cookies[username] = await sessionCookie(origin, username)
  const idleSince = new Date(Date.now() - 12.1 * 3_600_000)
  const createdAt = new Date(Date.now() - 31 * DAY)
  await sql`update sessions set last_seen_at = ${idleSince} where ${ofAdmin(sql, 'idle')}`
  await sql`update sessions set created_at = ${createdAt} where ${ofAdmin(sql, 'expired')}`
  await sql`delete from sessions where ${ofAdmin(sql, 'deleted')}`
  await sql`update admins set disabled_at = now() where username = 'disabled-admin'`
  await sql`delete from admins where username = 'deleted-admin'`
  return cookies
}

const ofAdmin = (sql: Database, username: string) =>
  sql`admin_id = (select id from admins where username = ${username})`

function invalidCallsTo(endpoint: Endpoint, origin: string, cookies: Cookies): InvalidCall[] {
  const cookie = cookies.valid
  const init = initFor(endpoint)
  const call = (reason: string, given: RequestInit, ...expected: number[]): InvalidCall => ({
    endpoint,
    reason,
    init: given,
    expected,
  })
  const withoutSession = [
    call('no session', init({}), 401),
    ...Object.entries(cookies.invalid).map(([reason, invalid]) =>
      call(`session: ${reason}`, init({ cookie: invalid }), 401),
    ),
  ]
  const foreignOrigins = [
    'https://evil.example',
    'null',
    origin.replace('http:', 'https:'),
    `${origin}.evil.example`,
    origin.replace(/:\d+$/, ':1'),
  ].map((from) => call('foreign origin', init({ cookie, origin: from }), 403))
  const foreignSites = ['cross-site', 'same-site'].map((site) =>
    call(`Sec-Fetch-Site: ${site}`, init({ cookie, 'sec-fetch-site': site }), 403),
  )
  return [
    ...(endpoint.isStaff ? withoutSession : []),
    ...(endpoint.isAdmin ? [call('session of an agent', init({ cookie: cookies.agent }), 403)] : []),
    ...foreignOrigins,
    ...(endpoint.method === 'GET' ? [] : foreignSites),
    ...invalidBodies(endpoint, cookie),
    call('wrong method', { method: 'PUT', headers: { cookie }, body: '{}' }, 404, 405),
  ]
}

function invalidBodies(endpoint: Endpoint, cookie: string): InvalidCall[] {
  const { maxBytes } = endpoint
  if (maxBytes === null) return []
  const init = initFor(endpoint)
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json-lines', '']
  const bodies = ['{', '', '[]', 'null', '"text"', '{"a":1}}']
  const tooLarge = JSON.stringify({ filler: 'x'.repeat(maxBytes) })
  return [
    ...types.map((type) => ({
      endpoint,
      reason: 'wrong type',
      init: init({ cookie, 'content-type': type }),
      expected: [415],
    })),
    { endpoint, reason: 'too large', init: init({ cookie }, { body: tooLarge }), expected: [413] },
    ...bodies.map((body) => ({
      endpoint,
      reason: 'no JSON object',
      init: init({ cookie }, { body }),
      expected: [400],
    })),
  ]
}

/** Builds requests to the endpoint with `{}` as body unless another one is given. */
const initFor =
  ({ method }: Endpoint) =>
  (
    headers: Record<string, string>,
    body: RequestInit = method === 'GET' ? {} : { body: '{}' },
  ): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...body,
  })

async function perform(origin: string, call: InvalidCall): Promise<Answer> {
  const response = await fetch(origin + call.endpoint.path, call.init)
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null
  const cacheControl = response.headers.get('cache-control')
  return { ...call, status: response.status, message: body?.message, cacheControl }
}

const labelOf = ({ endpoint, reason }: InvalidCall) => `${endpoint.name}, ${reason}`

function wrongStatus(answer: Answer): string | null {
  return answer.expected.includes(answer.status) ? null : `${labelOf(answer)}: ${answer.status}`
}

function wrongShape(answer: Answer): string | null {
  if (typeof answer.message !== 'string') return `${labelOf(answer)}: no message`
  return answer.cacheControl === 'no-store'
    ? null
    : `${labelOf(answer)}: cache-control is ${answer.cacheControl}`
}

/** Tables that record refusals and logins, so they may change. */
const excludedTables = new Set(['public.rate_limits', 'public.login_failures', 'public.sessions'])

/** Row count and content hash of every table. */
async function tableChecksums(sql: Database): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'simulator')`
  const checksums = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await sql<[{ sum: string }]>`
      select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql(name)} t`
    if (!excludedTables.has(name)) checksums.set(name, row.sum)
  }
  return checksums
}

async function changedTables(sql: Database, before: Map<string, string>): Promise<string[]> {
  const after = await tableChecksums(sql)
  return [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name)
}
