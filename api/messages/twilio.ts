import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { createRequire } from 'node:module'
import { webhookPaths } from '@salonback/shared/http/wire.ts'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type Response from 'twilio/lib/http/response.js'
import type { Env } from '../env.ts'
import type { Fence } from './fence.ts'
import { fencedPost, Unwritten } from './fencedRequest.ts'

// The package is CommonJS without named ESM exports; its default carries client, tools and errors alike.
const twilio = createRequire(import.meta.url)('twilio') as typeof import('twilio')

/** What became of one attempt, as far as we can know. */
export type SendOutcome =
  /** The carrier has it. */
  | { kind: 'accepted'; sid: string; segments: number | null }
  /** The carrier refused it for good; it was not sent. */
  | { kind: 'refused'; code: number | null; message: string }
  /** The fence held it back: not one byte of it left. */
  | { kind: 'held' }
  /** The carrier did not process it (429, never connected): trying again cannot double it. */
  | { kind: 'busy'; message: string; retryAfterSeconds: number | null }
  /** Our credentials were refused: nothing can be sent until they are corrected. */
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

/** A text in the carrier's own list. */
export interface ListedText extends CarrierRecord {
  /** The other side's number. */
  phone: string
  /** Our number; empty where the carrier has not chosen one yet. */
  ourNumber: string
  body: string
  at: Date
  media: number
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
  /** Why nothing can be sent at all, as a message for staff; unset where it can. */
  missing?: string
  /** Sends one text, unless the fence refuses it after connecting, before the first byte is written. */
  send(text: OutgoingText, fence: Fence): Promise<SendOutcome>
  /** Texts to this number with this body made since then, newest first; throws when the carrier cannot be asked. */
  find(text: { to: string; body: string; since: Date }): Promise<CarrierRecord[]>
  /** Texts of this sender made since then, newest first, page by page; throws when the carrier cannot be asked. */
  list(wanted: { direction: 'inbound' | 'outbound'; since: Date }): AsyncIterable<ListedText[]>
  /** What the carrier knows of one text; null when it knows none. */
  fetchStatus(sid: string): Promise<CarrierRecord | null>
  /** Deletes one text at the carrier, for erasure requests. */
  deleteText(sid: string): Promise<void>
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

// Below half the lease: an attempt that leaves in its first half ends before its row counts as abandoned.
const TIMEOUT_MS = 14_000
/** More than are ever used at once: a text must not wait for another's answer. */
const MAX_CONNECTIONS = 100
const MAX_SEGMENTS = 100
// Clocks differ. A wider window may match an older equal text and lose this one; a narrower one may send it twice.
const SKEW_MS = 26 * 60 * 60_000

/** Used where no account is set up: texts stay queued, and every webhook is refused. */
function noCarrier(): Carrier {
  const missing = 'No phone carrier is set up'
  const cannot = async () => {
    throw new Error(missing)
  }
  return {
    sender: '',
    accountSid: '',
    simulated: false,
    missing,
    send: async () => ({ kind: 'unauthorized', message: missing }),
    find: cannot,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: cannot }) }),
    fetchStatus: cannot,
    deleteText: cannot,
    verify: () => false,
  }
}

/** Twilio's API as a whole, for whoever looks after the account; null without one. */
export function accountClient(env: TwilioSettings) {
  if (!env.TWILIO_ACCOUNT_SID) return null
  const client = twilio(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, { timeout: TIMEOUT_MS })
  for (const domain of [client.api, client.messaging, client.accounts])
    if (env.TWILIO_API_BASE_URL) domain.baseUrl = env.TWILIO_API_BASE_URL
  return client
}
export type AccountClient = NonNullable<ReturnType<typeof accountClient>>

/** The one door to Twilio, and to whatever speaks its language at TWILIO_API_BASE_URL. */
export function createCarrier(
  env: TwilioSettings,
  options: { timeoutMs?: number; simulated?: boolean } = {},
): Carrier {
  if (!env.TWILIO_ACCOUNT_SID) return noCarrier()
  const accountSid = env.TWILIO_ACCOUNT_SID
  const token = env.TWILIO_AUTH_TOKEN ?? ''
  const fences = new AsyncLocalStorage<Fence>()
  const client = twilio(accountSid, token, {
    httpClient: fencedClient(fences, options.timeoutMs ?? TIMEOUT_MS),
  })
  if (env.TWILIO_API_BASE_URL) client.api.baseUrl = env.TWILIO_API_BASE_URL
  const from = env.TWILIO_MESSAGING_SERVICE_SID
    ? { messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID }
    : { from: env.TWILIO_FROM_NUMBER ?? '' }

  return {
    sender: env.TWILIO_MESSAGING_SERVICE_SID ?? env.TWILIO_FROM_NUMBER ?? '',
    accountSid,
    simulated: options.simulated ?? false,
    async send({ id, to, body, validitySeconds }, fence) {
      const text = {
        to,
        body,
        ...from,
        statusCallback: `${env.PUBLIC_URL}${webhookPaths.status}?mid=${id}`,
        ...(validitySeconds !== undefined && { validityPeriod: validitySeconds }),
      }
      try {
        return acceptedAs(await fences.run(fence, () => client.messages.create(text)))
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async find({ to, body, since }) {
      const earliest = since.getTime() - SKEW_MS
      const found: CarrierRecord[] = []
      for await (const page of pagesOf(() => client.messages.page({ to, pageSize: 100 }))) {
        for (const { direction, body: words, dateCreated, sid, status, errorCode } of page) {
          if (direction !== 'outbound-api' || words !== body || dateCreated.getTime() < earliest) continue
          found.push({ sid, status, errorCode: toErrorCode(errorCode) })
        }
        // The list is newest first.
        if ((page.at(-1)?.dateCreated.getTime() ?? 0) < earliest) break
      }
      return found
    },
    async *list({ direction, since }) {
      const inbound = direction === 'inbound'
      const ours = env.TWILIO_FROM_NUMBER && { [inbound ? 'to' : 'from']: env.TWILIO_FROM_NUMBER }
      // Not by the day of sending, which a text on its way has not yet: newest first, until they are too old.
      const wanted = { ...(!env.TWILIO_MESSAGING_SERVICE_SID && ours), pageSize: 1000 }
      for await (const page of pagesOf(() => client.messages.page(wanted))) {
        yield page
          .filter(({ dateCreated }) => dateCreated >= since)
          .filter((message) => message.direction === (inbound ? 'inbound' : 'outbound-api'))
          .filter(
            ({ messagingServiceSid }) =>
              !env.TWILIO_MESSAGING_SERVICE_SID || messagingServiceSid === env.TWILIO_MESSAGING_SERVICE_SID,
          )
          .map((message) => listed(message, inbound))
        if ((page.at(-1)?.dateCreated ?? 0) < since) return
      }
    },
    async fetchStatus(sid) {
      try {
        const { status, errorCode } = await client.messages(sid).fetch()
        return { sid, status, errorCode: toErrorCode(errorCode) }
      } catch (error) {
        if (partsOf(error).status === 404) return null
        throw error
      }
    },
    async deleteText(sid) {
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

type Message = Awaited<ReturnType<ReturnType<typeof twilio>['messages']['page']>>['instances'][number]
type MessagePage = Pick<
  Awaited<ReturnType<ReturnType<typeof twilio>['messages']['page']>>,
  'instances' | 'nextPage'
>

/** Page after page, for as long as whoever reads wants more. */
async function* pagesOf(first: () => Promise<MessagePage>): AsyncGenerator<Message[]> {
  for (let page: MessagePage | undefined = await first(); page; page = await page.nextPage())
    yield page.instances
}

function listed(message: Message, inbound: boolean): ListedText {
  const [phone, ourNumber] = inbound ? [message.from, message.to] : [message.to, message.from]
  return {
    sid: message.sid,
    phone,
    ourNumber: ourNumber ?? '',
    body: message.body ?? '',
    at: message.dateSent ?? message.dateCreated,
    media: Number(message.numMedia) || 0,
    status: message.status,
    errorCode: toErrorCode(message.errorCode),
  }
}

/** The SDK's HTTP client; a call made with a fence (a text) is sent by fencedPost. */
function fencedClient(fences: AsyncLocalStorage<Fence>, timeoutMs: number) {
  // Idle connections end after timeoutMs, as the SDK has it for TLS: one that a network forgot would swallow a text.
  const agent = new HttpAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: timeoutMs })
  return new (class extends twilio.RequestClient {
    override async request<T>(options: RequestClient.RequestOptions<T>): Promise<Response<T>> {
      const fence = fences.getStore()
      if (!fence) return super.request(options)
      const { username = '', password = '', uri, data, headers } = options
      const agents = { http: agent, https: this.axios.defaults.httpsAgent as HttpsAgent }
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const body = new URLSearchParams(data as Record<string, string>).toString()
      const all = { ...(headers as Record<string, string>), Authorization: authorization }
      const answer = await fencedPost({ url: uri, headers: all, body, timeoutMs, agents }, fence)
      // The SDK's own error drops the Retry-After header.
      if (answer.statusCode === 429)
        throw Object.assign(new Error('The carrier is busy'), answer, { status: 429 })
      return answer as Response<T>
    }
  })({ timeout: timeoutMs, autoRetry: false, maxSockets: MAX_CONNECTIONS })
}

/** The carrier's answer to an accepted text; without a sid the outcome is ambiguous. */
function acceptedAs(message: { sid?: unknown; numSegments?: unknown }): SendOutcome {
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

function partsOf(error: unknown) {
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
