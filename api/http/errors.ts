import { type ErrorCode, statusOf } from '@salonback/shared/http/errors.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { codeOf, isTransient } from '../db/retryOnDeadlock.ts'

/** A failure a caller should read. Everything else is a 500 that tells only a request id. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Seconds, for too_many. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message)
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }
}

export const notFound = (what: string) => new AppError('not_found', `${what} not found`)

/** The one mapper from anything thrown to the one error body. */
export function answerError(error: unknown, c: Context, log: Logger): Response {
  // Also for routes outside the table: a cache must not serve one caller's refusal to another.
  c.header('Cache-Control', 'no-store')
  // Headers of an answer that was begun and then failed.
  c.header('Content-Encoding', undefined)
  if (error instanceof AppError) {
    if (error.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(error.retryAfter)))
    const body = { message: error.message, ...(error.fields && { fields: error.fields }) }
    return c.json(body, statusOf[error.code] as ContentfulStatusCode)
  }
  if (error instanceof HTTPException) {
    return c.json({ message: error.message || 'Malformed request' }, error.status as ContentfulStatusCode)
  }
  if (isUnstorable(error))
    return c.json({ message: 'The request holds a character that cannot be stored' }, 400)
  if (isBrokenOff(error, c)) return c.json({ message: 'The request broke off before its end' }, 400)
  const requestId = c.get('requestId') as string | undefined
  log.error({ err: error, requestId, path: c.req.routePath }, 'request failed')
  if (isTransient(error)) {
    c.header('Retry-After', '1')
    const what = /^CONNECT(ION_STALLED|_TIMEOUT)$/.test(codeOf(error)) ? 'does not answer' : 'is busy'
    return c.json({ message: `The database ${what}. Please try again.`, requestId }, 503)
  }
  return c.json({ message: 'Something went wrong. Please try again.', requestId }, 500)
}

/** The client went away in the middle of its body: what Node says then, and the adapter when the body is first asked for. */
const isBrokenOff = (error: unknown, c: Context) =>
  c.req.raw.signal.aborted &&
  error instanceof Error &&
  /^aborted$|body.*(disturbed|unusable)/i.test(error.message)

// Postgres keeps no NUL in a text (22021) and neither NUL (22P05) nor half a surrogate pair (22P02) in JSON.
const unstorable = new Set(['22021', '22P05'])

const isUnstorable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (unstorable.has(String(error.code)) || (error.code === '22P02' && /type json/.test(error.message)))
