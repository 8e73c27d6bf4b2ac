import type { OpenAPIHono, z } from '@hono/zod-openapi'
import { Id } from '@salonback/shared/fields.ts'
import {
  type Access,
  type AnyEndpoint,
  type HandlerInput,
  idempotencyHeader,
  type ReplyOf,
  type Rows,
  undoKeyHeader,
} from '@salonback/shared/platform/http/endpoint.ts'
import type { Context as HonoContext } from 'hono'
import type { PlatformContext } from '../context.ts'
import type { Sql } from '../db/open.ts'
import { type Caller, requireActor } from './access.ts'
import { isTrustedProxy, networkOf } from './address.ts'
import { type KeyInForce, requireKey } from './apiKeys.ts'
import { readBody } from './body.ts'
import { AppError } from './errors.ts'
import { asJson } from './json.ts'
import { statusesOf } from './openapi.ts'
import { checkOrigin } from './origin.ts'
import { plainIssue } from './plainIssue.ts'
import { isRateLimited, limitVisitor, peerAddress, visitorAddress } from './rateLimits.ts'
import { withIdempotency } from './withIdempotency.ts'

/** What a handler gets besides its parsed input. */
export interface Call {
  /** The calling admin, or in handlers of key rows the key. Not valid in handlers of public rows. */
  actor: Caller
  /** The calling API key. Only valid in handlers of key rows. */
  key: KeyInForce
  /** The visitor's address for rate limits: of IPv6 the /64. */
  address: string
  /** Two-letter country of the visitor. */
  country: string
  /** Who may make this call. */
  access: Access
  idempotencyKey: string | undefined
  /** Of undoable rows. */
  undoKey: string | undefined
  http: HonoContext
}

export interface PlatformCall extends PlatformContext, Call {}

type Handler<E, Context> = (input: HandlerInput<E>, context: Context) => Promise<ReplyOf<E> | Response>

/** A handler that stores the key itself, because its work takes more than one transaction. */
interface OwnIdempotency<E, D> {
  ownsIdempotency: Handler<E, D & Call>
}

/** One handler per row; a missing one does not compile. `D`: what the feature is mounted with. Long lists are returned as a Response instead of a reply. */
export type Handlers<R extends Rows, D = PlatformContext> = {
  [K in keyof R]: R[K] extends { idempotent?: true }
    ? Handler<R[K], Omit<D & Call, 'sql'> & { sql: Sql }> | OwnIdempotency<R[K], D>
    : Handler<R[K], D & Call>
}

type AnyHandler = (input: object, context: Omit<PlatformCall, 'sql'> & { sql: Sql }) => Promise<unknown>

const noActor: Caller = { kind: 'staff', id: '', name: '', role: 'agent', mustChangePassword: false }
const noKey: KeyInForce = { id: '', name: '', scopes: [], salonId: '' }

/** How a key appears in the audit log and as the author of what it wrote. */
const actorOf = ({ id, name }: KeyInForce): Caller => ({
  ...noActor,
  kind: 'key',
  id,
  name: `API key “${name}”`,
})

/** Mounts the rows of one feature with their guards, limits and parsing. */
export function serve<R extends Rows, D extends PlatformContext>(
  app: OpenAPIHono,
  deps: D,
  tag: string,
  rows: R,
  handlers: Handlers<R, D>,
): void {
  for (const [name, row] of Object.entries(rows)) {
    const handle = withKey(
      `${tag}.${name}`,
      row,
      handlers[name] as AnyHandler | { ownsIdempotency: AnyHandler },
    )
    app.use(pathOf(row), guard(row, deps))
    app.on(row.method, pathOf(row), async (c) => {
      const context = contextOf(c, deps, row)
      const reply = await handle(inputOf(c, row), context)
      if (deps.env.NODE_ENV === 'test') await checkReply(row, reply)
      if (reply instanceof Response) return reply
      return asJson(c, JSON.stringify(reply), row.status ?? 200)
    })
  }
}

/** Runs the handler once per Idempotency-Key if the row is idempotent. */
function withKey(call: string, row: AnyEndpoint, handler: AnyHandler | { ownsIdempotency: AnyHandler }) {
  if (typeof handler !== 'function') return handler.ownsIdempotency
  if (!row.idempotent) return handler
  return (input: object, context: PlatformCall) =>
    withIdempotency(context, call, input, (sql) => handler(input, { ...context, sql }) as Promise<object>)
}

/** Only in tests: compares the reply with the contract. */
async function checkReply(row: AnyEndpoint, reply: unknown) {
  if (!(reply instanceof Response)) row.reply.parse(JSON.parse(JSON.stringify(reply)))
  else if (reply.ok) row.reply.parse(await reply.clone().json())
}

/** Only in tests: the contract must list the status of every response. */
export async function checkStatus(c: HonoContext, next: () => Promise<void>) {
  await next()
  const row = c.get('row') as AnyEndpoint | undefined
  if (!row || statusesOf(row).includes(c.res.status)) return
  throw new Error(`${row.method} ${row.path} answers ${c.res.status}, which its contract does not list`)
}

const pathOf = (row: AnyEndpoint) => row.path.replace(/\{(\w+)\}/g, ':$1')

function guard(row: AnyEndpoint, deps: PlatformContext) {
  return async (c: HonoContext, next: () => Promise<void>) => {
    if (c.req.method !== row.method && !(row.method === 'GET' && c.req.method === 'HEAD')) return next()
    // A path with a parameter also matches its sibling paths; only the first row's guard applies.
    if (c.get('guarded')) return next()
    c.set('guarded', true)
    c.set('row', row)
    checkOrigin(c, deps)
    if (row.access === 'key') {
      const key = await requireKey(c, deps, row)
      c.set('key', key)
      c.set('actor', actorOf(key))
    } else if (row.access !== 'public') {
      c.set('actor', await requireActor(c, deps, row))
    } else if (isRateLimited(row)) {
      await limitVisitor(c, deps)
    }
    if (row.body) await requireJson(c, row.maxBodyBytes)
    await next()
  }
}

async function requireJson(c: HonoContext, maxBytes: number | undefined) {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new AppError('wrong_type', 'Please send JSON')
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('wrong_type', 'Please send the body without compression')
  const text = await readBody(c, maxBytes)
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed', 'The body must be a JSON object')
  }
  c.set('body', body)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed', 'The body is not valid JSON')
  }
}

/** Parses query, path and body, in this order. */
function inputOf(c: HonoContext, row: AnyEndpoint): object {
  return {
    ...(row.query && parsePart('query', row.query, queryOf(c))),
    ...(row.params && parsePart('param', row.params, c.req.param())),
    ...(row.body && parsePart('body', row.body, c.get('body'))),
  }
}

function parsePart(part: 'query' | 'param' | 'body', schema: z.ZodType, value: unknown): object {
  const result = schema.safeParse(value, { error: plainIssue })
  if (!result.success) throw validationError(part, result.error)
  return result.data as object
}

/** A repeated name becomes a list, which no field accepts. */
const queryOf = (c: HonoContext) =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )

function contextOf(c: HonoContext, deps: PlatformContext, row: AnyEndpoint): PlatformCall {
  const address = visitorAddress(c, deps.env)
  return {
    ...deps,
    actor: (c.get('actor') as Caller | undefined) ?? noActor,
    key: (c.get('key') as KeyInForce | undefined) ?? noKey,
    address: networkOf(address),
    country: countryOf(c, deps, address),
    access: row.access,
    idempotencyKey: row.idempotent ? idempotencyKeyOf(c) : undefined,
    undoKey: row.undoable ? undoKeyOf(c) : undefined,
    http: c,
  }
}

/**
 * A longer key is rejected, not truncated: truncated it could equal another request's key. A blank one comes from a broken
 * program, whose repeats would each run.
 */
function idempotencyKeyOf(c: HonoContext): string | undefined {
  const key = c.req.header(idempotencyHeader)
  if (key === undefined) return undefined
  if (key.trim() === '') throw new AppError('invalid', `${idempotencyHeader} is empty`)
  if (key.length > 200) throw new AppError('invalid', `${idempotencyHeader} may have 200 characters`)
  return key
}

function undoKeyOf(c: HonoContext): string | undefined {
  const key = c.req.header(undoKeyHeader)
  if (key !== undefined && !Id.safeParse(key).success)
    throw new AppError('invalid', `${undoKeyHeader} must be a UUID`)
  return key
}

/** The country header of a trusted proxy, else the country of the address, else the default. */
function countryOf(c: HonoContext, { env, countryOf }: PlatformContext, address: string): string {
  const header = isTrustedProxy(peerAddress(c), env.TRUST_PROXY)
    ? env.COUNTRY_HEADER.map((name) => c.req.header(name)).find((value) => value !== undefined)
    : undefined
  if (header && /^[A-Z]{2}$/.test(header) && header !== 'XX' && header !== 'T1') return header
  return countryOf(address) ?? env.DEFAULT_COUNTRY
}

/** A malformed id in the path is 404; other errors are 422 with a message per field. */
function validationError(part: 'query' | 'param' | 'body', error: z.ZodError): AppError {
  if (part === 'param') return new AppError('not_found', 'Not found')
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  return new AppError('invalid', error.issues[0]?.message ?? 'Invalid', { fields })
}
