import { setTimeout as wait } from 'node:timers/promises'
import { ACCOUNT_SID } from '../../testing/start.ts'
import { postHook, receiptParams } from '../../testing/webhooks.ts'
import type { Carrier, ReceiptPost } from '../carrier.ts'
import type { Lags } from '../lags.ts'
import type { Random } from '../random.ts'
import type { Proving } from '../suite.ts'
import type { Book } from './book.ts'
import type { ServiceProcess } from './processes.ts'

/** Where the service believes it is; nobody listens there, and webhooks go to any server. */
export const PUBLIC_URL = 'http://prove.localhost'
/** As long as Twilio waits for an answer. */
const HOOK_TIMEOUT_MS = 15_000
const CALL_TIMEOUT_MS = 70_000

/** Everything outside the service: people, phones and the carrier, and how they reach it. */
export interface World {
  proving: Proving
  random: Random
  book: Book
  lags: Lags
  carrier: Carrier
  processes: ServiceProcess[]
  cookie: string
}

const serversOf = ({ processes }: Pick<World, 'processes'>) => processes.filter(({ serves }) => serves)

/** As a balancer would pick: one that answered lately, and that may stand still by now. */
export function anyServer(world: Pick<World, 'processes' | 'random'>): ServiceProcess {
  const up = serversOf(world).filter(({ state }) => state === 'ready' || state === 'frozen')
  return world.random.pick(up.length > 0 ? up : serversOf(world))
}

/** Posts a webhook to one server, as the carrier would; false when it was not acknowledged. */
export async function postWebhook(
  server: ServiceProcess,
  path: string,
  params: Record<string, string>,
): Promise<boolean> {
  const sent = postHook({ origin: server.origin, path, params, signed: { url: PUBLIC_URL + path } })
  const late = wait(HOOK_TIMEOUT_MS, null, { ref: false })
  const response = await Promise.race([sent.catch(() => null), late])
  return response?.ok ?? false
}

/** A receipt to any server. */
export function postReceipt(
  world: Pick<World, 'processes' | 'random'>,
  { taken, status, code }: ReceiptPost,
): Promise<boolean> {
  const { pathname, search } = new URL(taken.callback)
  const params = { ...receiptParams(taken, status), ...(code !== null && { ErrorCode: String(code) }) }
  return postWebhook(anyServer(world), pathname + search, params)
}

export interface Answered {
  status: number
  body: Record<string, unknown>
}

/** A call with the session, to any server; null when nobody answered. */
export async function call(
  world: World,
  method: string,
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<Answered | null> {
  const headers: Record<string, string> = { cookie: world.cookie }
  if (body) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  try {
    const response = await fetch(anyServer(world).origin + path, {
      method,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), world.proving.signal]),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

/** Asks again, at any server, until the answer is clear to a client: a success, or a refusal that says so. */
export async function callUntilClear(
  world: World,
  method: string,
  path: string,
  more: { body?: object; key?: string } = {},
): Promise<Answered | null> {
  while (!world.proving.signal.aborted) {
    const answer = await call(world, method, path, more)
    if (answer && isClear(answer)) return answer
    await wait(300, undefined, { ref: false })
  }
  return null
}

/** 502 with a status field is the service's own word on what became of the text. */
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
  // Beyond the usual 60 an hour a lead's text waits for a person, which has tests of its own.
  PUBLIC_TEXTS_PER_HOUR: '1000',
  PUBLIC_TEXTS_PER_DAY: '10000',
  ...more,
})
