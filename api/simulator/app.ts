import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '../db/open.ts'
import type { Clock } from '../deps.ts'
import { type AccountState, plainAccount } from './accountApi.ts'
import type { Network } from './network.ts'
import { phonesPage } from './page/page.ts'
import { phonesApi } from './phonesApi.ts'
import { createReceipts } from './receipts.ts'
import { restApi } from './restApi.ts'

export interface SimulatorOptions {
  sql: Database
  accountSid: string
  authToken: string
  publicUrl: string
  /** Where webhooks are posted, when the public origin is not reachable from here. */
  webhookBase?: string
  /** The number that writes when only a messaging service is named; a reserved one unless given. */
  sender?: string
  /** False: the network leaves STOP, START and HELP to us. */
  handlesOptOut?: boolean
  /** Instead of an account that has everything it needs but its webhooks. */
  account?: AccountState
  clock: Clock
  log: Logger
  /** Middleware before everything under /dev; unset: no session is needed. */
  guard?: MiddlewareHandler | undefined
  /** Posts the webhooks. */
  fetch?: typeof fetch
  /** Draws for faults with a probability, 0 up to 1. */
  random?: () => number
}

/**
 * A phone network that speaks Twilio's language: the true SDK sends to `/2010-04-01/…`, receipts and inbound
 * texts come back signed, and `/dev/phones` shows the handsets. Hanging up on a caller needs a Node server under it.
 * `drain` resolves when no receipt is due; `start` keeps reporting in the background until `stop`.
 */
export function createSimulator(options: SimulatorOptions) {
  const { sql, accountSid, clock, log } = options
  const receipts = createReceipts({
    ...options,
    sql,
    accountSid,
    clock,
    onError: (error) => log.error({ err: error }, 'the simulated network could not report'),
  })
  const network: Network = {
    ...options,
    sender: options.sender ?? '+447700900100',
    handlesOptOut: options.handlesOptOut ?? true,
    account: options.account ?? plainAccount(options.sender ?? '+447700900100'),
    random: options.random ?? Math.random,
    receipts,
  }
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  if (options.guard) app.use('/dev/*', options.guard)
  app.route('/', restApi(network))
  app.route('/', phonesApi(network))
  app.route('/', phonesPage(network))
  return { app, account: network.account, start: receipts.start, drain: receipts.drain, stop: receipts.stop }
}
