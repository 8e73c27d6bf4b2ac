import { randomBytes } from 'node:crypto'
import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { eventsPath } from '@salonback/shared/http/wire.ts'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { countWrong } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'
import { scripts } from './scripts.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const DAY = 86_400_000

interface Door {
  name: string
  method: string
  path: string
  isStaff: boolean
  maxBytes: number | null
}

/** One call that must be refused, and the answers that count as that. */
interface Attempt {
  door: Door
  how: string
  init: RequestInit
  expected: number[]
}

interface Answer extends Attempt {
  status: number
  message: unknown
  stores: string | null
}

/**
 * Doors: every call of the contract, the upload and the event stream, tried in every way that must be refused.
 * Nothing in the database may change by it but the table of login failures.
 */
export async function proveAccess(proving: Proving): Promise<Row[]> {
  const parts = { knocks: attemptEverything, scripts }
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(proving.only)) rows.push(...(await part(proving)))
  }
  return rows
}

async function attemptEverything({ atEnd, log, signal }: Proving): Promise<Row[]> {
  const server = await startPostgres()
  atEnd(server.stop)
  const sql = openDatabase(await createDatabase(server.url, 'access_fuzz'))
  atEnd(() => sql.end({ timeout: 5 }))
  const settings = { PUBLIC_POSTS_PER_MINUTE: '100000' }
  const app = await startApp({ sql, clock: () => new Date(), settings })
  atEnd(app.stop)
  const cookies = await makeCookies(sql, app.origin)
  const attempts = allDoors().flatMap((door) => attemptsOn(door, app.origin, cookies))
  const before = await fingerprint(sql)
  const answers: Answer[] = []
  for (const attempt of attempts) {
    if (signal.aborted) break
    answers.push(await perform(app.origin, attempt))
  }
  log(`${answers.length} calls that must be refused`)
  const changed = await changedTables(sql, before)
  return [
    countWrong('what must be refused is refused', answers, wrongStatus, ({ how }) => how),
    countWrong('a refusal has one shape and is kept by no cache', answers, wrongShape, ({ how }) => how),
    { what: 'refused calls change nothing', tried: before.size, wrong: changed.length, ...noteOf(changed) },
  ]
}

const noteOf = (names: string[]) => (names.length > 0 ? { note: names.join(', ') } : {})

function allDoors(): Door[] {
  const rows = Object.entries(contracts).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, AnyEndpoint>).map(([name, row]) => ({
      name: `${feature}.${name}`,
      method: row.method,
      path: row.path.replace(/\{\w+\}/g, NOBODY),
      isStaff: row.access === 'staff',
      maxBytes: row.body ? (row.maxBodyBytes ?? 64 * 1024) : null,
    })),
  )
  const beside = { isStaff: true, maxBytes: null }
  return [
    ...rows,
    { ...beside, name: 'upload', method: importUpload.method, path: importUpload.path },
    { ...beside, name: 'events', method: 'GET', path: eventsPath },
  ]
}

type Cookies = Awaited<ReturnType<typeof makeCookies>>

/** One valid session, and every kind of invalid one: ended, expired, made up. */
async function makeCookies(sql: Database, origin: string) {
  const names = ['idle', 'aged', 'ended', 'disabled', 'gone']
  for (const username of names) {
    const row = { username, passwordHash: await hashPassword('correct horse') }
    await sql`insert into admins ${sql(row)}`
  }
  const bad: Record<string, string> = {}
  for (const username of names) bad[username] = await sessionCookie(origin, username)
  const long = new Date(Date.now() - 31 * DAY)
  await sql`update sessions set last_seen_at = ${new Date(Date.now() - 12.1 * 3_600_000)} where ${ofAdmin(sql, 'idle')}`
  await sql`update sessions set created_at = ${long} where ${ofAdmin(sql, 'aged')}`
  await sql`delete from sessions where ${ofAdmin(sql, 'ended')}`
  await sql`update admins set disabled_at = now() where username = 'disabled'`
  await sql`delete from admins where username = 'gone'`
  const good = await sessionCookie(origin)
  const [name = '', token = ''] = good.split('=')
  const made = {
    'made up': `${name}=${randomBytes(32).toString('base64url')}`,
    empty: `${name}=`,
    'half a percent': `${name}=%E0%A4%A`,
    'another name': `session=${token}`,
    'other case': `${name}=${token.toUpperCase()}`,
    'cut short': `${name}=${token.slice(0, -1)}`,
  }
  return { good, bad: { ...bad, ...made } }
}

const ofAdmin = (sql: Database, username: string) =>
  sql`admin_id = (select id from admins where username = ${username})`

function attemptsOn(door: Door, origin: string, { good, bad }: Cookies): Attempt[] {
  const body = door.method === 'GET' ? {} : { body: '{}' }
  const call = (headers: Record<string, string>, more: RequestInit = body): RequestInit => ({
    method: door.method,
    headers: { 'content-type': 'application/json', ...headers },
    ...more,
  })
  const attempt = (how: string, init: RequestInit, ...expected: number[]): Attempt => ({
    door,
    how,
    init,
    expected,
  })
  const strangers = !door.isStaff
    ? []
    : [
        attempt('no session', call({}), 401),
        ...Object.entries(bad).map(([how, cookie]) => attempt(`session: ${how}`, call({ cookie }), 401)),
      ]
  const foreign = [
    'https://evil.example',
    'null',
    origin.replace('http:', 'https:'),
    `${origin}.evil.example`,
    origin.replace(/:\d+$/, ':1'),
  ].map((from) => attempt('foreign origin', call({ cookie: good, origin: from }), 403))
  const changes = door.method !== 'GET'
  const sites = ['cross-site', 'same-site'].map((site) =>
    attempt(`from ${site}`, call({ cookie: good, 'sec-fetch-site': site }), 403),
  )
  const typed = ['text/plain', 'application/x-www-form-urlencoded', 'application/json-lines', ''].map(
    (type) => attempt('wrong type', call({ cookie: good, 'content-type': type }), 415),
  )
  const filler = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes) })
  return [
    ...strangers,
    ...foreign,
    ...(changes ? sites : []),
    ...(door.maxBytes === null
      ? []
      : [
          ...typed,
          attempt('too large', call({ cookie: good }, { body: filler(door.maxBytes) }), 413),
          ...['{', '', '[]', 'null', '"text"', '{"a":1}}'].map((broken) =>
            attempt('no JSON object', call({ cookie: good }, { body: broken }), 400),
          ),
        ]),
    attempt('another method', { method: 'PUT', headers: { cookie: good }, body: '{}' }, 404, 405),
  ]
}

async function perform(origin: string, attempt: Attempt): Promise<Answer> {
  const response = await fetch(origin + attempt.door.path, attempt.init)
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null
  const stores = response.headers.get('cache-control')
  return { ...attempt, status: response.status, message: body?.message, stores }
}

const place = ({ door, how }: Attempt) => `${door.name}, ${how}`

function wrongStatus(answer: Answer): string | null {
  return answer.expected.includes(answer.status) ? null : `${place(answer)}: ${answer.status}`
}

function wrongShape(answer: Answer): string | null {
  if (typeof answer.message !== 'string') return `${place(answer)}: no message`
  return answer.stores === 'no-store' ? null : `${place(answer)}: ${answer.stores}`
}

/** Tables that record refusals and so may change. */
const books = new Set(['public.rate_limits', 'public.login_failures', 'public.sessions'])

/** What each table holds, as one number. */
async function fingerprint(sql: Database): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'simulator')`
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await sql<[{ sum: string }]>`
      select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql(name)} t`
    if (!books.has(name)) found.set(name, row.sum)
  }
  return found
}

async function changedTables(sql: Database, before: Map<string, string>): Promise<string[]> {
  const after = await fingerprint(sql)
  return [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name)
}
