import { setTimeout as wait } from 'node:timers/promises'
import type { Sender } from '../../core/messages/senders.ts'
import type { Database } from '../../platform/db/open.ts'
import type { Random } from '../../testing/random.ts'
import { signedWebhook } from '../../testing/webhooks.ts'
import type { Lags } from '../lags.ts'
import { type ProofNetwork, PUBLIC_URL } from '../network.ts'
import type { SuiteContext } from '../suite.ts'
import type { Journal } from './journal.ts'
import type { ServiceProcess } from './processes.ts'

/** Twilio's timeout of a webhook. Without it, thousands of requests would wait for frozen servers. */
const WEBHOOK_TIMEOUT_MS = 15_000
const CALL_TIMEOUT_MS = 70_000

/** Everything outside the service: the network, the journal of what people did, and the processes to call. */
export interface TestBed {
  context: SuiteContext
  random: Random
  journal: Journal
  lags: Lags
  network: ProofNetwork
  processes: ServiceProcess[]
  /** The suite's own connections. */
  sql: Database
  /** The agency's sender, then two senders of salons. */
  senders: Sender[]
  cookie: string
  /** A number that was not used before. */
  newNumber(): string
}

type Servers = Pick<TestBed, 'processes' | 'random'>

export const serversOf = ({ processes }: Pick<TestBed, 'processes'>) =>
  processes.filter(({ serves }) => serves)

/** Picks a server as a load balancer would: one that was ready at its last health check and may be frozen by now. */
export function pickServer(servers: Servers): ServiceProcess {
  const up = serversOf(servers).filter(({ state }) => state === 'ready' || state === 'frozen')
  return servers.random.pick(up.length > 0 ? up : serversOf(servers))
}

/** Posts a webhook to one server, as the carrier would. False if it was not acknowledged. */
export async function postWebhook(
  server: ServiceProcess,
  path: string,
  params: Record<string, string>,
): Promise<boolean> {
  const hook = signedWebhook({ origin: server.origin, path, params, signed: { url: PUBLIC_URL + path } })
  const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
  return fetch(server.origin + path, { method: 'POST', ...hook, signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

interface More {
  body?: object
  key?: string
}

/** A call of a logged-in admin to any server. Null without a response. */
export async function call(testBed: TestBed, method: string, path: string, { body, key }: More = {}) {
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
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return null
  }
}

/** Repeats the call, to any server, until its outcome is clear: a success or a definite refusal. Null if aborted. */
export async function callUntilClear(
  testBed: TestBed,
  method: string,
  path: string,
  more: More = {},
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
