import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sender } from '../../core/messages/senders.ts'
import { ACCOUNT_SID } from '../../testing/start.ts'
import { receiptParams, signedWebhook } from '../../testing/webhooks.ts'
import type { Carrier, ReceiptPost } from '../carrier.ts'
import { send } from '../client.ts'
import type { Lags } from '../lags.ts'
import type { Random } from '../random.ts'
import type { SuiteContext } from '../suite.ts'
import type { Journal } from './journal.ts'
import type { ServiceProcess } from './processes.ts'

/** The service's public origin. Nothing listens there: webhooks are posted to one of the servers. */
export const PUBLIC_URL = 'http://prove.localhost'
/** Twilio's timeout of a webhook. */
const WEBHOOK_TIMEOUT_MS = 15_000
const CALL_TIMEOUT_MS = 70_000

/** Everything outside the service: the carrier, the journal of what people did, and the processes to call. */
export interface TestBed {
  context: SuiteContext
  random: Random
  journal: Journal
  lags: Lags
  carrier: Carrier
  processes: ServiceProcess[]
  /** The agency's sender, then two senders of salons. */
  senders: Sender[]
  cookie: string
}

export const serversOf = ({ processes }: Pick<TestBed, 'processes'>) =>
  processes.filter(({ serves }) => serves)

/** Picks a server as a load balancer would: one that was ready at its last health check and may be frozen by now. */
function pickServer(testBed: Pick<TestBed, 'processes' | 'random'>): ServiceProcess {
  const up = serversOf(testBed).filter(({ state }) => state === 'ready' || state === 'frozen')
  return testBed.random.pick(up.length > 0 ? up : serversOf(testBed))
}

/** No keep-alive: a request on a connection to a killed server would be posted twice. */
const webhookAgent = new Agent()

/** Posts a webhook to one server, as the carrier would. False if it was not acknowledged. */
export async function postWebhook(
  server: ServiceProcess,
  path: string,
  params: Record<string, string>,
): Promise<boolean> {
  const hook = signedWebhook({ origin: server.origin, path, params, signed: { url: PUBLIC_URL + path } })
  // Without a timeout, thousands of requests would wait for frozen servers.
  const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
  const { status } = await send(server.origin + path, webhookAgent, { method: 'POST', ...hook, signal })
  return status >= 200 && status < 300
}

/** Posts a delivery receipt to any server. */
export function postReceipt(
  testBed: Pick<TestBed, 'processes' | 'random'>,
  { text, status, code }: ReceiptPost,
): Promise<boolean> {
  const { pathname, search } = new URL(text.callback)
  const params = { ...receiptParams(text, status), ...(code !== null && { ErrorCode: String(code) }) }
  return postWebhook(pickServer(testBed), pathname + search, params)
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** A call of a logged-in admin to any server. Null without a response. */
export async function call(
  testBed: TestBed,
  method: string,
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<Answer | null> {
  const headers: Record<string, string> = { cookie: testBed.cookie }
  if (body) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  try {
    const response = await fetch(pickServer(testBed).origin + path, {
      method,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), testBed.context.signal]),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

/** Repeats the call, to any server, until its outcome is clear: a success or a definite refusal. Null if aborted. */
export async function callUntilClear(
  testBed: TestBed,
  method: string,
  path: string,
  more: { body?: object; key?: string } = {},
): Promise<Answer | null> {
  while (!testBed.context.signal.aborted) {
    const answer = await call(testBed, method, path, more)
    if (answer && isClear(answer)) return answer
    await wait(300, undefined, { ref: false })
  }
  return null
}

/** A 502 with a status field is the service's own response about the outcome of a text. */
function isClear({ status, body }: Answer): boolean {
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
  // Above the default budget of 60 an hour, texts to leads are withheld; other tests cover that.
  PUBLIC_TEXTS_PER_HOUR: '1000',
  PUBLIC_TEXTS_PER_DAY: '10000',
  ...more,
})
