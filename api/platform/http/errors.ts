import { brand } from '@salonback/shared/brand.ts'
import { type ErrorCode, statusOf } from '@salonback/shared/platform/http/errors.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { Env } from '../../env.ts'
import { isConnectionLoss } from '../db/open.ts'
import { codeOf, isTransient } from '../db/retryOnDeadlock.ts'
import { diskFaultOf, storageFaultOf } from '../db/storageFault.ts'

/** An error with a message for the caller. Any other error is a 500 with only a request id. */
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

/** Maps anything thrown to the error body. With `env` it finds why the embedded Postgres is down. */
export function answerError(error: unknown, c: Context, log: Logger, env?: Env): Response {
  // A cache must not serve one caller's error to another.
  c.header('Cache-Control', 'no-store')
  // Set by a response that failed after it was started.
  c.header('Content-Encoding', undefined)
  if (error instanceof AppError) {
    if (error.code === 'unauthenticated' && !c.res.headers.has('WWW-Authenticate'))
      c.header('WWW-Authenticate', `Bearer realm="${brand.name}"`)
    if (error.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(error.retryAfter)))
    const body = { message: error.message, ...(error.fields && { fields: error.fields }) }
    return c.json(body, statusOf[error.code] as ContentfulStatusCode)
  }
  if (error instanceof HTTPException) {
    return c.json({ message: error.message || 'Malformed request' }, error.status as ContentfulStatusCode)
  }
  if (isUnstorable(error))
    return c.json({ message: 'The request contains a character that cannot be stored' }, 400)
  if (isBrokenOff(error, c)) return c.json({ message: 'The request ended too early' }, 400)
  const requestId = c.get('requestId') as string | undefined
  log.error({ err: error, requestId, path: c.req.routePath }, 'request failed')
  const fault = storageFaultOf(error) ?? (env && isConnectionLoss(error) ? diskFaultOf(env) : null)
  if (fault) {
    c.header('Retry-After', '60')
    return c.json({ message: fault, requestId }, 503)
  }
  if (isTransient(error)) {
    c.header('Retry-After', '1')
    const isSilent = /^CONNECT(ION_STALLED|_TIMEOUT)$/.test(codeOf(error))
    const message = isSilent ? 'The service cannot answer now.' : 'The service is busy.'
    return c.json({ message: `${message} Please try again.`, requestId }, 503)
  }
  return c.json({ message: 'Something went wrong. Please try again.', requestId }, 500)
}

/** Whether the client disconnected while sending its body. */
const isBrokenOff = (error: unknown, c: Context) =>
  c.req.raw.signal.aborted &&
  error instanceof Error &&
  /^aborted$|body.*(disturbed|unusable)/i.test(error.message)

// Postgres rejects NUL in text (22021) and in JSON (22P05), and half a surrogate pair in JSON (22P02).
const unstorable = new Set(['22021', '22P05'])

const isUnstorable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (unstorable.has(String(error.code)) || (error.code === '22P02' && /type json/.test(error.message)))
