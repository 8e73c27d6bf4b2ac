import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ACCOUNT_SID } from '../../testing/start.ts'
import { receiptParams, signedWebhook } from '../../testing/webhooks.ts'
import type { Carrier, ReceiptPost } from '../carrier.ts'
import { send } from '../client.ts'
import type { Lags } from '../lags.ts'
import type { Random } from '../random.ts'
import type { Proving } from '../suite.ts'
import type { Journal } from './journal.ts'
import type { ServiceProcess } from './processes.ts'

/** The service's public origin. Nothing listens there: webhooks are posted to one of the servers. */
export const PUBLIC_URL = 'http://prove.localhost'
/** As long as Twilio waits for an answer. */
const HOOK_TIMEOUT_MS = 15_000
const CALL_TIMEOUT_MS = 70_000

/** What a suite has outside the service: carrier, journal of what was sent, and the processes to call. */
export interface Surroundings {
  proving: Proving
  random: Random
  journal: Journal
  lags: Lags
  carrier: Carrier
  processes: ServiceProcess[]
  cookie: string
}

export const serversOf = ({ processes }: Pick<Surroundings, 'processes'>) =>
  processes.filter(({ serves }) => serves)

/** Picks a server as a balancer would: one that was ready lately and may be frozen by now. */
export function anyServer(surroundings: Pick<Surroundings, 'processes' | 'random'>): ServiceProcess {
  const up = serversOf(surroundings).filter(({ state }) => state === 'ready' || state === 'frozen')
  return surroundings.random.pick(up.length > 0 ? up : serversOf(surroundings))
}

/** Each on a connection of its own: a kept one to a killed server would post twice. */
const hooks = new Agent()

/** Posts a webhook to one server, as the carrier would; false when it was not acknowledged. */
export async function postWebhook(
  server: ServiceProcess,
  path: string,
  params: Record<string, string>,
): Promise<boolean> {
  const hook = signedWebhook({ origin: server.origin, path, params, signed: { url: PUBLIC_URL + path } })
  // Left open, those a frozen server never answers would be thousands, and all of them wait for it to wake.
  const signal = AbortSignal.timeout(HOOK_TIMEOUT_MS)
  const { status } = await send(server.origin + path, hooks, { method: 'POST', ...hook, signal })
  return status >= 200 && status < 300
}

/** A receipt to any server. */
export function postReceipt(
  surroundings: Pick<Surroundings, 'processes' | 'random'>,
  { taken, status, code }: ReceiptPost,
): Promise<boolean> {
  const { pathname, search } = new URL(taken.callback)
  const params = { ...receiptParams(taken, status), ...(code !== null && { ErrorCode: String(code) }) }
  return postWebhook(anyServer(surroundings), pathname + search, params)
}

export interface Answered {
  status: number
  body: Record<string, unknown>
}

/** A call with the session, to any server; null when nobody answered. */
export async function call(
  surroundings: Surroundings,
  method: string,
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<Answered | null> {
  const headers: Record<string, string> = { cookie: surroundings.cookie }
  if (body) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  try {
    const response = await fetch(anyServer(surroundings).origin + path, {
      method,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), surroundings.proving.signal]),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

/** Asks again, at any server, until the answer is clear to a client: a success, or a refusal that says so. */
export async function callUntilClear(
  surroundings: Surroundings,
  method: string,
  path: string,
  more: { body?: object; key?: string } = {},
): Promise<Answered | null> {
  while (!surroundings.proving.signal.aborted) {
    const answer = await call(surroundings, method, path, more)
    if (answer && isClear(answer)) return answer
    await wait(300, undefined, { ref: false })
  }
  return null
}

/** 502 with a status field is the service's own answer on the text's outcome. */
function isClear({ status, body }: Answered): boolean {
  if (status === 502) return typeof (body.fields as { status?: unknown } | undefined)?.status === 'string'
  return status < 500 && status !== 429 && status !== 408
}

/** Settings of every process of the service. */
export const serviceSettings = (more: Record<string, string>): Record<string, string> => ({
  NODE_ENV: 'test',
  PUBLIC_URL,
  TWILIO_ACCOUNT_SID: ACCOUNT_SID,
  QUIET_HOURS: '00:00-24:00',
  PUBLIC_POSTS_PER_MINUTE: '1000000',
  // Above the default of 60 an hour a lead's text is held, which other tests cover.
  PUBLIC_TEXTS_PER_HOUR: '1000',
  PUBLIC_TEXTS_PER_DAY: '10000',
  ...more,
})
