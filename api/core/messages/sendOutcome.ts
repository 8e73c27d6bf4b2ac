import { senderCodes } from '@salonback/shared/sms/errorCodes.ts'
import type { SendOutcome } from './carrier.ts'
import { UnsentError } from './guardedRequest.ts'

const MAX_SEGMENTS = 100

/** Outcome of a successful call; without a sid it is ambiguous. */
export function outcomeOfMessage(message: { sid?: unknown; numSegments?: unknown }): SendOutcome {
  const { sid } = message
  if (typeof sid !== 'string' || !/^\w{1,64}$/.test(sid)) {
    return { kind: 'ambiguous', message: 'The carrier answered without a sid' }
  }
  const segments = Number(message.numSegments)
  return { kind: 'accepted', sid, segments: segments >= 1 && segments <= MAX_SEGMENTS ? segments : null }
}

/** A Twilio error code, or null for anything that is not a small positive integer. */
export function toErrorCode(value: unknown): number | null {
  const code = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(code) && code > 0 && code < 1_000_000 ? code : null
}

/** The sender's queue at Twilio is full: not processed, retry later. */
const QUEUE_FULL = 21611
const QUEUE_FULL_SECONDS = 600
const BAD_CREDENTIALS = 20003
/** Upper limit for Retry-After. */
const MAX_WAIT_SECONDS = 3600

/**
 * Outcome of a thrown error. 429 and UnsentError: not processed. 401 and 20003: credentials. Other 4xx except 408: the
 * sender or the text is rejected. Everything else is ambiguous.
 */
export function outcomeOfError(error: unknown): SendOutcome {
  if (error instanceof UnsentError) {
    return error.blocked
      ? { kind: 'blocked' }
      : { kind: 'busy', message: error.message, retryAfterSeconds: null }
  }
  const { status, code, message, retryAfter } = errorDetails(error)
  if (status === 429) return { kind: 'busy', message, retryAfterSeconds: retryAfter }
  if (status === 401 || code === BAD_CREDENTIALS) return { kind: 'unauthorized', message }
  if (code === QUEUE_FULL) return { kind: 'busy', message, retryAfterSeconds: QUEUE_FULL_SECONDS }
  if (status !== null && status >= 400 && status < 500 && status !== 408) {
    if (code !== null && senderCodes.includes(code)) return { kind: 'senderRefused', code, message }
    return { kind: 'refused', code, message }
  }
  return { kind: 'ambiguous', message }
}

/** HTTP status, Twilio error code, message and seconds to wait of an SDK error. */
export function errorDetails(error: unknown) {
  const source = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const headers = (source.headers ?? {}) as Record<string, unknown>
  const wait = Number(headers['retry-after'])
  return {
    status: typeof source.status === 'number' ? source.status : null,
    code: toErrorCode(source.code),
    message: cleanMessage(source.message),
    retryAfter: wait > 0 ? Math.min(wait, MAX_WAIT_SECONDS) : null,
  }
}

/** Truncated, and without NUL, which Postgres rejects. */
const cleanMessage = (message: unknown) =>
  typeof message === 'string' && message !== ''
    ? message.replaceAll('\0', '').slice(0, 500)
    : 'The carrier gave no reason'
