import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { Database } from '../db/open.ts'

export interface SimulatorOptions {
  sql: Database
  accountSid: string
  authToken: string
  publicUrl: string
  /** Where webhooks are posted, when the public origin is not reachable from here. */
  webhookBase?: string
  clock: Clock
  log: Logger
}

export function createSimulator(_options: SimulatorOptions) {
  const app = new Hono()
  return { app, start() {}, async drain() {}, async stop() {} }
}
