import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createLog } from '../log.ts'
import type { Clock } from '../platform/context.ts'
import type { Database } from '../platform/db/open.ts'
import { createSimulator } from '../simulator/app.ts'
import type { AppliedFault, AppliedFaults } from '../simulator/faults.ts'
import { addText } from '../simulator/queries.ts'
import { ACCOUNT_SID, AUTH_TOKEN } from '../testing/start.ts'

/** The service's public origin. Nothing listens there: webhooks are posted to one of its processes. */
export const PUBLIC_URL = 'http://prove.localhost'

/** One create call: the call that sends a text. */
export interface Call {
  /** Address of the sender. */
  from: string
  to: string
  body: string
  /** `performance.now()` when the request was read completely. */
  at: number
  accepted: boolean
}

/** A text that the network accepted and its handset shows. */
export interface AcceptedText {
  sid: string
  from: string
  to: string
  body: string
  status: string
  /** Deleted by the service. */
  deleted: boolean
  /** Whether the service has acknowledged the receipt of `status`. */
  acknowledged: boolean
}

export type TextToSend = Pick<Call, 'from' | 'to' | 'body'>

interface Options {
  /** Its own database: what the service erases must not be found in the network's tables. */
  sql: Database
  clock: Clock
  faultsOf(text: TextToSend): AppliedFaults
  /** Origin of the process that gets the next receipt. */
  receiver(): string
  receiptDelayMs(): number
  /** Whether this list or fetch call fails. */
  failsQuery?(query: { to: string | undefined }): boolean
}

const notAccepting: AppliedFault['kind'][] = ['refuse', 'busy', 'error', 'unauthorized', 'drop', 'hang']

/**
 * A common value for a load balancer. Node's default of 5 s closes idle connections just as the next batch is sent, and the
 * outcome of those calls would be unknown.
 */
const KEEP_ALIVE_MS = 75_000

/**
 * The simulated network, in the suite's own process: it survives when processes of the service are killed. Records every
 * create call. Leaves STOP to the service, so that it cannot hide a text that the service should not have sent.
 */
export async function startNetwork({ sql, clock, faultsOf, failsQuery, ...receiving }: Options) {
  const calls: Call[] = []
  const receipts = createReceiptPosts(receiving)
  const simulator = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    publicUrl: PUBLIC_URL,
    handlesOptOut: false,
    clock,
    log: createLog('silent'),
    fetch: receipts.post,
    faultsOf({ sender, handset, body }) {
      const text = { from: sender, to: handset, body }
      const at = performance.now()
      const faults = faultsOf(text)
      calls.push({ ...text, at, accepted: !faults.response || !notAccepting.includes(faults.response.kind) })
      return faults
    },
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    if (c.req.method === 'GET' && failsQuery?.({ to: c.req.query('To') })) return c.body(null, 503)
    await next()
  })
  app.route('/', simulator.app)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS
  simulator.start()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** A text from a handset. The API lists it; the suite posts its webhook. */
    receive: ({ phone, to, ...text }: { sid: string; phone: string; to: string; body: string }) =>
      addText(sql, {
        ...{ sid: text.sid, body: text.body, handset: phone, sender: to },
        ...{ direction: 'in', status: 'received', numSegments: 1, at: clock() },
      }),
    async accepted(): Promise<AcceptedText[]> {
      const texts = await sql<Omit<AcceptedText, 'acknowledged'>[]>`
        select sid, sender as from, handset as to, shown as body, status, not listed as deleted
        from simulator.texts where direction = 'out'`
      const isAcknowledged = (sid: string, status: string) => receipts.acknowledged.has(`${sid} ${status}`)
      return texts.map((text) => ({ ...text, acknowledged: isAcknowledged(text.sid, text.status) }))
    },
    /** Waits until every receipt is acknowledged or given up. */
    async waitUntilIdle() {
      await simulator.drain()
      await receipts.settle()
    },
    async stop() {
      await simulator.stop()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type ProofNetwork = Awaited<ReturnType<typeof startNetwork>>

export const acceptedCalls = ({ calls }: ProofNetwork) => calls.filter(({ accepted }) => accepted)

/** Together with their pauses about a minute, so that a receipt outlasts a restart of every server. */
const RECEIPT_TRIES = 16
/** Twilio's. Without it, requests would wait for frozen servers. */
const TIMEOUT_MS = 15_000

/** Posts receipts after random delays, so in any order, until a process acknowledges them. */
function createReceiptPosts({ receiver, receiptDelayMs }: Pick<Options, 'receiver' | 'receiptDelayMs'>) {
  const pending = new Set<Promise<void>>()
  const acknowledged = new Set<string>()
  const postUntilAcknowledged = async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    await wait(receiptDelayMs())
    for (let tries = 0; tries < RECEIPT_TRIES; tries++) {
      const request = { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }
      const isTaken = await fetch(receiver() + pathname + search, request).then(
        (response) => response.ok,
        () => false,
      )
      const params = new URLSearchParams(String(init.body))
      if (isTaken) return void acknowledged.add(`${params.get('MessageSid')} ${params.get('MessageStatus')}`)
      await wait(Math.min(5000, 100 * 2 ** tries))
    }
  }
  return {
    acknowledged,
    /** Answers before the receipt is posted: one that is tried again must not delay the others. */
    post: async (url: Parameters<typeof fetch>[0], init: RequestInit = {}) => {
      const work = postUntilAcknowledged(String(url), init)
      pending.add(work)
      void work.finally(() => pending.delete(work))
      return new Response(null, { status: 204 })
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
