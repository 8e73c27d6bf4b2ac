import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type Response from 'twilio/lib/http/response.js'
import type { Env } from '../../env.ts'
import { type Carrier, type CarrierRecord, type ListedText, noCarrier, type TextPrice } from './carrier.ts'
import { fetchMedia } from './carrierMedia.ts'
import { gatedAgents } from './gatedSocket.ts'
import { guardedPost } from './guardedRequest.ts'
import type { SenderAddress } from './senders.ts'
import type { SendGuard } from './sendGuard.ts'
import { errorDetails, outcomeOfError, outcomeOfMessage, toErrorCode } from './sendOutcome.ts'

// Loaded lazily: the package takes as long to load as the rest of the service.
const require = createRequire(import.meta.url)
const sdk = () => require('twilio') as typeof import('twilio')

type TwilioSettings = Pick<
  Env,
  'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_API_BASE_URL' | 'PUBLIC_URL'
>

const API_BASE = 'https://api.twilio.com'
// Less than half the lease: an attempt sent in the first half ends before its lease.
const TIMEOUT_MS = 14_000
/** More than are used concurrently: a text must not wait for the response to another one. */
const MAX_CONNECTIONS = 100
// Clocks differ. A wider window may match an older equal text and lose this one; a narrower one may send it twice.
const SKEW_MS = 26 * 60 * 60_000

/** The whole Twilio API, for the doctor; null without an account. */
export function accountClient(env: TwilioSettings) {
  if (!env.TWILIO_ACCOUNT_SID) return null
  const client = sdk()(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, { timeout: TIMEOUT_MS })
  for (const domain of [client.api, client.messaging, client.accounts])
    if (env.TWILIO_API_BASE_URL) domain.baseUrl = env.TWILIO_API_BASE_URL
  return client
}
export type AccountClient = NonNullable<ReturnType<typeof accountClient>>

type CarrierOptions = { timeoutMs?: number; simulated?: boolean }

/** The only access to Twilio, or to a compatible server at TWILIO_API_BASE_URL. */
export function createCarrier(env: TwilioSettings, options: CarrierOptions = {}): Carrier {
  if (!env.TWILIO_ACCOUNT_SID) return noCarrier()
  const accountSid = env.TWILIO_ACCOUNT_SID
  const token = env.TWILIO_AUTH_TOKEN ?? ''
  const guards = new AsyncLocalStorage<SendGuard>()
  let loaded: ReturnType<typeof newClient> | undefined
  const client = () => {
    loaded ??= newClient()
    return loaded
  }
  const newClient = () => {
    const httpClient = guardedClient(guards, options.timeoutMs ?? TIMEOUT_MS)
    const created = sdk()(accountSid, token, { httpClient })
    if (env.TWILIO_API_BASE_URL) created.api.baseUrl = env.TWILIO_API_BASE_URL
    return created
  }

  return {
    accountSid,
    simulated: options.simulated ?? false,
    load: () => void client().messages,
    async send({ id, to, body, sender, validitySeconds }, guard) {
      const text = {
        to,
        body,
        ...(sender.kind === 'number' ? { from: sender.address } : { messagingServiceSid: sender.address }),
        statusCallback: `${env.PUBLIC_URL}${webhookPaths.status}?mid=${id}`,
        ...(validitySeconds !== undefined && { validityPeriod: validitySeconds }),
      }
      try {
        return outcomeOfMessage(await guards.run(guard, () => client().messages.create(text)))
      } catch (error) {
        return outcomeOfError(error)
      }
    },
    async find({ sender, to, body, since }) {
      const earliest = since.getTime() - SKEW_MS
      const found: CarrierRecord[] = []
      for await (const page of pagesOf(() => client().messages.page({ to, pageSize: 100 }))) {
        for (const message of page) {
          const { direction, dateCreated, sid, status, errorCode } = message
          if (direction !== 'outbound-api' || dateCreated.getTime() < earliest) continue
          if (message.body === body && isOf(sender, message))
            found.push({ sid, status, errorCode: toErrorCode(errorCode) })
        }
        // The list is newest first.
        if ((page.at(-1)?.dateCreated.getTime() ?? 0) < earliest) break
      }
      return found
    },
    async *list({ sender, direction, since }) {
      const inbound = direction === 'inbound'
      // The list has no filter for a Messaging Service.
      const ours = sender.kind === 'number' && { [inbound ? 'to' : 'from']: sender.address }
      // Texts on their way have no date sent, so read newest first until they are too old.
      const query = { ...ours, pageSize: 1000 }
      for await (const page of pagesOf(() => client().messages.page(query))) {
        yield page
          .filter(({ dateCreated }) => dateCreated >= since)
          .filter((message) => message.direction === (inbound ? 'inbound' : 'outbound-api'))
          .filter((message) => isOf(sender, message))
          .map((message) => listed(message, inbound))
        if ((page.at(-1)?.dateCreated ?? 0) < since) return
      }
    },
    async *listPrices(since) {
      const query = { dateSentAfter: since, pageSize: 1000 }
      for await (const page of pagesOf(() => client().messages.page(query))) yield page.flatMap(toPrice)
    },
    async fetchStatus(sid) {
      try {
        const { status, errorCode } = await client().messages(sid).fetch()
        return { sid, status, errorCode: toErrorCode(errorCode) }
      } catch (error) {
        if (errorDetails(error).status === 404) return null
        throw error
      }
    },
    fetchMedia: (file) => fetchMedia({ accountSid, token, base: env.TWILIO_API_BASE_URL ?? API_BASE }, file),
    async deleteText(sid) {
      try {
        await client().messages(sid).remove()
      } catch (error) {
        if (errorDetails(error).status !== 404) throw error
      }
    },
    verify: (signature, url, params) => {
      try {
        return sdk().validateRequest(token, signature, url, params)
      } catch {
        return false
      }
    },
  }
}

type AnyPage = Awaited<ReturnType<ReturnType<ReturnType<typeof sdk>>['messages']['page']>>
type MessagePage = Pick<AnyPage, 'instances' | 'nextPage'>
type Message = MessagePage['instances'][number]

/** Whether the text left from or arrived at this sender. */
const isOf = ({ kind, address }: SenderAddress, { from, to, messagingServiceSid }: Message) =>
  kind === 'number' ? from === address || to === address : messagingServiceSid === address

/** Pages, fetched as the consumer reads on. */
async function* pagesOf(first: () => Promise<MessagePage>): AsyncGenerator<Message[]> {
  for (let page: MessagePage | undefined = await first(); page; page = await page.nextPage())
    yield page.instances
}

/** Charges are negative amounts as text; null until the carrier has computed them. Screens show units of three letters. */
function toPrice({ sid, price, priceUnit }: Message): TextPrice[] {
  const millionths = Math.round(Math.abs(Number(price ?? Number.NaN)) * 1_000_000)
  const unit = (priceUnit ?? 'USD').toUpperCase()
  return Number.isNaN(millionths) || !/^[A-Z]{3}$/.test(unit) ? [] : [{ sid, price: millionths, unit }]
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

/** The SDK's HTTP client; a call with a send guard goes through guardedPost. */
function guardedClient(guards: AsyncLocalStorage<SendGuard>, timeoutMs: number) {
  // Idle connections end after timeoutMs: a connection that the network has dropped would swallow a text.
  const agents = gatedAgents({ keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: timeoutMs })
  return new (class extends sdk().RequestClient {
    override async request<T>(options: RequestClient.RequestOptions<T>): Promise<Response<T>> {
      const guard = guards.getStore()
      if (!guard) return super.request(options)
      const { username = '', password = '', uri, data, headers } = options
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const body = new URLSearchParams(data as Record<string, string>).toString()
      const all = { ...(headers as Record<string, string>), Authorization: authorization }
      const answer = await guardedPost({ url: uri, headers: all, body, timeoutMs, agents }, guard)
      // The SDK's own error drops the Retry-After header.
      if (answer.statusCode === 429)
        throw Object.assign(new Error('The carrier is busy'), answer, { status: 429 })
      return answer as Response<T>
    }
  })({ timeout: timeoutMs, autoRetry: false, maxSockets: MAX_CONNECTIONS })
}
