import { createRequire } from 'node:module'
import type { Env } from '../env.ts'

// The package is CommonJS without named ESM exports; its default carries client, tools and errors alike.
const twilio = createRequire(import.meta.url)('twilio') as typeof import('twilio')

/** What became of one attempt, as far as we can know. */
export type SendOutcome =
  /** The carrier has it. */
  | { kind: 'accepted'; sid: string; segments: number | null }
  /** The carrier refused it for good; it was not sent. */
  | { kind: 'refused'; code: number | null; message: string }
  /** The carrier did not process it (429, connection refused): trying again cannot double it. */
  | { kind: 'busy'; message: string; retryAfterSeconds: number | null }
  /** Our credentials were refused: nothing can be sent until somebody mends them. */
  | { kind: 'unauthorized'; message: string }
  /** 5xx, 408, timeout, reset: it may or may not have been sent. */
  | { kind: 'ambiguous'; message: string }

export interface OutgoingText {
  id: string
  to: string
  body: string
  /** Seconds after which the carrier must give up, so that nothing leaves after quiet hours began. */
  validitySeconds?: number | undefined
}

/** A text the carrier says it has. */
export interface CarrierRecord {
  sid: string
  status: string
  errorCode: number | null
}

export interface Carrier {
  /** Our number or messaging service. */
  sender: string
  accountSid: string
  /** True while texts go to the simulated phone network and reach nobody. */
  simulated: boolean
  send(text: OutgoingText): Promise<SendOutcome>
  /** Texts to this number with this body made since then, newest first; throws when the carrier cannot be asked. */
  find(text: { to: string; body: string; since: Date }): Promise<CarrierRecord[]>
  /** What the carrier knows of one text; null when it knows none. */
  look(sid: string): Promise<CarrierRecord | null>
  /** Forgets one text at the carrier, for erasure requests. */
  forget(sid: string): Promise<void>
  /** Whether the carrier signed this webhook. `url` is the configured public address with path and query. */
  verify(signature: string, url: string, params: Record<string, string | string[]>): boolean
}

type TwilioSettings = Pick<
  Env,
  | 'TWILIO_ACCOUNT_SID'
  | 'TWILIO_AUTH_TOKEN'
  | 'TWILIO_MESSAGING_SERVICE_SID'
  | 'TWILIO_FROM_NUMBER'
  | 'TWILIO_API_BASE_URL'
  | 'PUBLIC_URL'
>

// Below the 30 s lease: an attempt always ends before its row counts as abandoned.
const TIMEOUT_MS = 15_000
// Clocks differ and Twilio's dates have whole seconds.
const SKEW_MS = 60_000

/** The one door to Twilio, and to whatever speaks its language at TWILIO_API_BASE_URL. */
export function createCarrier(
  env: TwilioSettings,
  options: { timeoutMs?: number; simulated?: boolean } = {},
): Carrier {
  const accountSid = env.TWILIO_ACCOUNT_SID ?? ''
  const token = env.TWILIO_AUTH_TOKEN ?? ''
  const client = twilio(accountSid, token, { timeout: options.timeoutMs ?? TIMEOUT_MS, autoRetry: false })
  if (env.TWILIO_API_BASE_URL) client.api.baseUrl = env.TWILIO_API_BASE_URL
  const from = env.TWILIO_MESSAGING_SERVICE_SID
    ? { messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID }
    : { from: env.TWILIO_FROM_NUMBER ?? '' }

  return {
    sender: env.TWILIO_MESSAGING_SERVICE_SID ?? env.TWILIO_FROM_NUMBER ?? '',
    accountSid,
    simulated: options.simulated ?? false,
    async send({ id, to, body, validitySeconds }) {
      try {
        const message = await client.messages.create({
          to,
          body,
          ...from,
          statusCallback: `${env.PUBLIC_URL}/api/webhooks/twilio/status?mid=${id}`,
          ...(validitySeconds !== undefined && { validityPeriod: validitySeconds }),
        })
        return { kind: 'accepted', sid: message.sid, segments: Number(message.numSegments) || null }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async find({ to, body, since }) {
      const list = await client.messages.list({ to, limit: 100, pageSize: 100 })
      const earliest = since.getTime() - SKEW_MS
      return list
        .filter((message) => message.direction === 'outbound-api' && message.body === body)
        .filter((message) => message.dateCreated.getTime() >= earliest)
        .map(({ sid, status, errorCode }) => ({ sid, status, errorCode: errorCode || null }))
    },
    async look(sid) {
      try {
        const { status, errorCode } = await client.messages(sid).fetch()
        return { sid, status, errorCode: errorCode || null }
      } catch (error) {
        if (partsOf(error).status === 404) return null
        throw error
      }
    },
    async forget(sid) {
      try {
        await client.messages(sid).remove()
      } catch (error) {
        if (partsOf(error).status !== 404) throw error
      }
    },
    verify: (signature, url, params) => {
      try {
        return twilio.validateRequest(token, signature, url, params)
      } catch {
        return false
      }
    },
  }
}

/** The sender has ten hours of texts queued: this one was not taken, and may be when some have left. */
const QUEUE_FULL = 21611
const QUEUE_FULL_SECONDS = 600

/** Connections that were never made: the carrier cannot have seen the text. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Reads what the SDK throws. The table is section 3 of the carrier's facts; what is not known to be safe is ambiguous. */
export function outcomeOf(error: unknown): SendOutcome {
  const { status, code, message, retryAfter } = partsOf(error)
  if (status === 429) return { kind: 'busy', message, retryAfterSeconds: retryAfter }
  if (status === 401) return { kind: 'unauthorized', message }
  if (code === QUEUE_FULL) return { kind: 'busy', message, retryAfterSeconds: QUEUE_FULL_SECONDS }
  if (status !== null && status >= 400 && status < 500 && status !== 408) {
    return { kind: 'refused', code: typeof code === 'number' ? code : null, message }
  }
  if (status === null && typeof code === 'string' && NEVER_CONNECTED.has(code)) {
    return { kind: 'busy', message, retryAfterSeconds: null }
  }
  return { kind: 'ambiguous', message }
}

function partsOf(error: unknown) {
  const source = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const headers = (source.headers ?? {}) as Record<string, unknown>
  const code = source.code ?? (source.cause as Record<string, unknown> | undefined)?.code
  return {
    status: typeof source.status === 'number' ? source.status : null,
    code: typeof code === 'number' || typeof code === 'string' ? code : null,
    message: error instanceof Error ? error.message : 'The carrier could not be reached',
    retryAfter: Number(headers['retry-after']) || null,
  }
}
