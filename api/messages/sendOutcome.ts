import type { SendOutcome } from './carrier.ts'
import { Unwritten } from './fencedRequest.ts'

const MAX_SEGMENTS = 100

/** The carrier's answer to an accepted text; without a sid the outcome is ambiguous. */
export function acceptedAs(message: { sid?: unknown; numSegments?: unknown }): SendOutcome {
  const { sid } = message
  if (typeof sid !== 'string' || !/^\w{1,64}$/.test(sid)) {
    return { kind: 'ambiguous', message: 'The carrier answered without a number for the text' }
  }
  const segments = Number(message.numSegments)
  return { kind: 'accepted', sid, segments: segments >= 1 && segments <= MAX_SEGMENTS ? segments : null }
}

/** Twilio's codes have five digits; anything else is dropped, because it might not fit the integer column. */
export function toErrorCode(value: unknown): number | null {
  const code = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(code) && code > 0 && code < 1_000_000 ? code : null
}

/** The sender has ten hours of texts queued: this one was not taken, and may be when some have left. */
const QUEUE_FULL = 21611
const QUEUE_FULL_SECONDS = 600
/** However long a busy carrier asks us to wait. */
const MAX_WAIT_SECONDS = 3600

/** Reads what the SDK throws. The table is section 3 of the carrier's facts; what is not known to be safe is ambiguous. */
export function outcomeOf(error: unknown): SendOutcome {
  if (error instanceof Unwritten) {
    return error.held ? { kind: 'held' } : { kind: 'busy', message: error.message, retryAfterSeconds: null }
  }
  const { status, code, message, retryAfter } = partsOf(error)
  if (status === 429) return { kind: 'busy', message, retryAfterSeconds: retryAfter }
  if (status === 401) return { kind: 'unauthorized', message }
  if (code === QUEUE_FULL) return { kind: 'busy', message, retryAfterSeconds: QUEUE_FULL_SECONDS }
  if (status !== null && status >= 400 && status < 500 && status !== 408) {
    return { kind: 'refused', code, message }
  }
  return { kind: 'ambiguous', message }
}

/** What the SDK's error tells: HTTP status, Twilio's code, words, and seconds to wait. */
export function partsOf(error: unknown) {
  const source = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const headers = (source.headers ?? {}) as Record<string, unknown>
  const wait = Number(headers['retry-after'])
  return {
    status: typeof source.status === 'number' ? source.status : null,
    code: toErrorCode(source.code),
    message: wordsOf(source.message),
    retryAfter: wait > 0 ? Math.min(wait, MAX_WAIT_SECONDS) : null,
  }
}

/** The carrier's message, truncated and without NUL, for which Postgres would reject the whole row. */
const wordsOf = (message: unknown) =>
  typeof message === 'string' && message !== ''
    ? message.replaceAll('\0', '').slice(0, 500)
    : 'The carrier gave no reason'
