import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Clock } from '../platform/context.ts'
import type { Database } from '../platform/db/open.ts'
import { type AccountState, plainAccount } from './accountApi.ts'
import type { Network } from './network.ts'
import { mailsPage } from './page/mailsPage.ts'
import { phonesPage } from './page/page.ts'
import { phonesApi } from './phonesApi.ts'
import { createReceipts } from './receipts.ts'
import { restApi } from './restApi.ts'

export interface SimulatorOptions {
  sql: Database
  accountSid: string
  authToken: string
  publicUrl: string
  /** Webhooks are posted here if publicUrl is not reachable from this machine. */
  webhookBase?: string
  /** The sender of texts that name only a messaging service; a reserved number by default. */
  sender?: string
  /** False: the service handles STOP, START and HELP instead of the network. */
  handlesOptOut?: boolean
  /** Replaces the default account, which lacks only its webhooks. */
  account?: AccountState
  clock: Clock
  log: Logger
  /** Middleware for /dev; without it no session is required. */
  guard?: MiddlewareHandler | undefined
  /** Posts the webhooks. */
  fetch?: typeof fetch
  /** Random numbers from 0 to 1 for faults with a probability. */
  random?: () => number
  /** Decides the faults of each text, instead of those that were injected. */
  faultsOf?: Network['faultsOf']
}

/**
 * A phone network with Twilio's API: the real SDK sends to `/2010-04-01/…`, receipts and inbound texts are posted as
 * signed webhooks, `/dev/phones` shows the handsets. Faults that drop the connection need @hono/node-server.
 * `drain` resolves when no receipt is due; `start` posts receipts in the background until `stop`.
 */
export function createSimulator(options: SimulatorOptions) {
  const { sql, accountSid, clock, log } = options
  const receipts = createReceipts({
    ...options,
    sql,
    accountSid,
    clock,
    onError: (error) => log.error({ err: error }, 'the simulated network could not post receipts'),
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
  app.route('/', mailsPage(network))
  app.route('/', phonesPage(network))
  return { app, account: network.account, start: receipts.start, drain: receipts.drain, stop: receipts.stop }
}
