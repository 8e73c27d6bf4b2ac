import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { createLog } from '../log.ts'
import { testClock } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from '../testing/start.ts'
import { createSimulator, type SimulatorOptions } from './app.ts'
import type { NewFault } from './faults.ts'

const twilio = createRequire(import.meta.url)('twilio') as typeof import('twilio')

export type Hook = { path: string; params: Record<string, string>; genuine: boolean }

/** For tests of the network alone: the true SDK in front of it, and a service behind it that only listens. */
export async function stage(options: Partial<SimulatorOptions> & { answers?: number } = {}) {
  const { sql } = await testDatabase()
  const clock = testClock()
  const hooks: Hook[] = []
  const app = new Hono()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve) => (server.listening ? resolve() : server.once('listening', resolve)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const publicUrl = options.publicUrl ?? origin

  app.post('/api/webhooks/twilio/*', async (c) => {
    const params = Object.fromEntries(new URLSearchParams(await c.req.text()))
    const path = c.req.url.replace(/^https?:\/\/[^/]+/, '')
    const signature = c.req.header('x-twilio-signature') ?? ''
    hooks.push({
      path,
      params,
      genuine: twilio.validateRequest(AUTH_TOKEN, signature, publicUrl + path, params),
    })
    return c.body(null, (options.answers ?? 204) as 204)
  })
  const simulator = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    publicUrl,
    clock,
    log: createLog('silent'),
    ...options,
  })
  app.route('/', simulator.app)
  const client = twilio(ACCOUNT_SID, AUTH_TOKEN)
  client.api.baseUrl = origin
  onTestFinished(async () => {
    await simulator.stop()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  /** One text from our number, with receipts asked for. */
  const textBy = (caller: typeof client, to: string, body: string, more: object = {}) =>
    caller.messages.create({
      to,
      from: SENDER,
      body,
      statusCallback: `${publicUrl}/api/webhooks/twilio/status?mid=42`,
      ...more,
    })
  const post = (path: string, body: unknown) =>
    fetch(`${origin}/dev/phones/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    sql,
    clock,
    hooks,
    origin,
    simulator,
    client,
    /** A client with other credentials. */
    clientOf(sid: string, token: string) {
      const other = twilio(sid, token)
      other.api.baseUrl = origin
      return other
    },
    text: (to: string, body = 'Hello', more: object = {}) => textBy(client, to, body, more),
    /** The same by a caller who waits this many milliseconds for an answer. */
    textWithin: (ms: number, to: string) => {
      const impatient = twilio(ACCOUNT_SID, AUTH_TOKEN, { timeout: ms })
      impatient.api.baseUrl = origin
      return textBy(impatient, to, 'Hello')
    },
    /** The owner of a handset sends. */
    owner: async (number: string, body: string, more: object = {}) => {
      const response = await post(`api/handsets/${encodeURIComponent(number)}/send`, { body, ...more })
      return {
        status: response.status,
        ...((await response.json()) as { sid: string; webhookStatus: number | null }),
      }
    },
    fault: async (fault: NewFault) => {
      const response = await post('faults', fault)
      return { status: response.status, ...((await response.json()) as { id: number; message?: string }) }
    },
    /** What a handset shows, oldest first. */
    shows: async (number: string) => {
      const response = await fetch(`${origin}/dev/phones/api/handsets/${encodeURIComponent(number)}`)
      const { texts } = (await response.json()) as {
        texts: { body: string; direction: string; status: string }[]
      }
      return texts
    },
    statuses: () => hooks.map((hook) => hook.params.MessageStatus),
    post,
  }
}
