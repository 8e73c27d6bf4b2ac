import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi'
import {
  type AnyEndpoint,
  type HandlerInput,
  idempotencyHeader,
  type ReplyOf,
  type Rows,
} from '@salonback/shared/http/endpoint.ts'
import { ErrorBody } from '@salonback/shared/http/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { Deps } from '../deps.ts'
import { type Actor, findActor } from './access.ts'
import { networkOf, speaksForOthers } from './address.ts'
import { readBody } from './body.ts'
import { AppError } from './errors.ts'
import { addressOf, limit, peerOf } from './limits.ts'
import { checkOrigin } from './origin.ts'

/** What a handler gets beside its parsed input. */
export interface CallContext extends Deps {
  /** The admin calling; handlers of staff rows may rely on it. */
  actor: Actor
  /** The visitor's address as limits count it: of IPv6 the /64. */
  address: string
  /** Two-letter country of the visitor. */
  country: string
  idempotencyKey: string | undefined
  http: HonoContext
}

/** One handler for each row; a missing one does not compile. A list too long to build in memory is answered whole, as a Response. */
export type Handlers<R extends Rows> = {
  [K in keyof R]: (input: HandlerInput<R[K]>, context: CallContext) => Promise<ReplyOf<R[K]> | Response>
}

const nobody: Actor = { id: '', username: '' }

/** Mounts the rows of one feature: guard, limits, parsing and one error shape come with each. */
export function serve<R extends Rows>(
  app: OpenAPIHono,
  deps: Deps,
  tag: string,
  rows: R,
  handlers: Handlers<R>,
): void {
  for (const [name, row] of Object.entries(rows)) {
    const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>
    app.use(pathOf(row), guard(row, deps))
    app.openapi(
      routeOf(tag, name, row),
      (async (c: HonoContext) => {
        const input = inputOf(c, row)
        const reply = await handler(input, contextOf(c, deps))
        if (deps.env.NODE_ENV === 'test') await checkReply(row, reply)
        if (reply instanceof Response) return reply
        return c.json(reply as object, row.status ?? 200)
      }) as never,
      (result) => {
        if (!result.success) throw refusal(result.target, result.error as z.ZodError)
      },
    )
  }
}

/** In tests every reply is held against the contract. */
async function checkReply(row: AnyEndpoint, reply: unknown) {
  if (!(reply instanceof Response)) row.reply.parse(JSON.parse(JSON.stringify(reply)))
  else if (reply.ok) row.reply.parse(await reply.clone().json())
}

const pathOf = (row: AnyEndpoint) => row.path.replace(/\{(\w+)\}/g, ':$1')

function guard(row: AnyEndpoint, deps: Deps) {
  return async (c: HonoContext, next: () => Promise<void>) => {
    if (c.req.method !== row.method && !(row.method === 'GET' && c.req.method === 'HEAD')) return next()
    // Paths with a parameter also match their siblings' middleware; a call is guarded once, by its own row.
    if (c.get('guarded')) return next()
    c.set('guarded', true)
    checkOrigin(c, deps)
    if (row.access === 'staff') {
      const actor = await findActor(c, deps.sql, deps.env, deps.clock)
      if (!actor) throw new AppError('unauthenticated', 'Please log in')
      c.set('actor', actor)
    } else if (row.method === 'POST' && !row.path.startsWith('/api/admin/')) {
      const { sql, env, clock } = deps
      await limit(sql, `form:${networkOf(addressOf(c, env))}`, env.PUBLIC_POSTS_PER_MINUTE, clock())
    }
    if (row.body) await requireJson(c, row.maxBodyBytes)
    await next()
  }
}

async function requireJson(c: HonoContext, maxBytes: number | undefined) {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new AppError('wrong_type', 'Please send JSON')
  const body = parseJson(await readBody(c, maxBytes))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed', 'The body must be a JSON object')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed', 'The body is not valid JSON')
  }
}

function routeOf(tag: string, name: string, row: AnyEndpoint) {
  const errors = (...statuses: number[]) =>
    Object.fromEntries(
      statuses.map((status) => [
        status,
        { description: 'Not done', content: { 'application/json': { schema: ErrorBody } } },
      ]),
    )
  return createRoute({
    method: row.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete',
    path: row.path,
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: row.summary,
    ...(row.access === 'staff' && { security: [{ session: [] }] }),
    request: {
      ...(row.params && { params: row.params as z.ZodObject }),
      ...(row.query && { query: row.query as z.ZodObject }),
      ...(row.body && {
        body: { required: true, content: { 'application/json': { schema: row.body as z.ZodObject } } },
      }),
    },
    responses: {
      [row.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: row.reply } } },
      ...errors(400, 403, 422, ...(row.access === 'staff' ? [401] : [429]), ...(row.params ? [404] : [])),
    },
  })
}

function inputOf(c: HonoContext, row: AnyEndpoint): object {
  const valid = (part: 'param' | 'query' | 'json') => c.req.valid(part as never) as object
  return {
    ...(row.params && valid('param')),
    ...(row.query && valid('query')),
    ...(row.body && valid('json')),
  }
}

function contextOf(c: HonoContext, deps: Deps): CallContext {
  const address = addressOf(c, deps.env)
  return {
    ...deps,
    actor: (c.get('actor') as Actor | undefined) ?? nobody,
    address: networkOf(address),
    country: countryOf(c, deps, address),
    idempotencyKey: idempotencyKeyOf(c),
    http: c,
  }
}

/** A key cut short could be another's, so a longer one is refused. */
function idempotencyKeyOf(c: HonoContext): string | undefined {
  const key = c.req.header(idempotencyHeader)
  if (key && key.length > 200) throw new AppError('invalid', `${idempotencyHeader} may have 200 characters`)
  return key || undefined
}

/** A proxy's word if we trust it, else the address, else the default. */
function countryOf(c: HonoContext, { env, countryOf }: Deps, address: string): string {
  const told = speaksForOthers(peerOf(c), env.TRUST_PROXY)
    ? env.COUNTRY_HEADER.map((name) => c.req.header(name)).find((value) => value !== undefined)
    : undefined
  if (told && /^[A-Z]{2}$/.test(told) && told !== 'XX' && told !== 'T1') return told
  return countryOf(address) ?? env.DEFAULT_COUNTRY
}

/** An id that is no id names nothing; anything else wrong is a broken rule, told per field. */
function refusal(target: string, error: z.ZodError): AppError {
  if (target === 'param') return new AppError('not_found', 'Not found')
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  return new AppError('invalid', error.issues[0]?.message ?? 'Invalid', { fields })
}
