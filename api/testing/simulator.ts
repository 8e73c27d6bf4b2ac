import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { onTestFinished } from 'vitest'
import { createLog } from '../log.ts'
import { createSimulator, type SimulatorOptions } from '../simulator/app.ts'
import type { NewFault } from '../simulator/faults.ts'
import { testClock } from './app.ts'
import { testDatabase } from './database.ts'
import { postJson } from './postJson.ts'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from './start.ts'

const twilio = createRequire(import.meta.url)('twilio') as typeof import('twilio')

/** A webhook that the simulator posted. */
export type ReceivedWebhook = { path: string; params: Record<string, string>; validSignature: boolean }

type Options = Partial<SimulatorOptions> & {
  /** Status of the response to each webhook; 204 by default. */
  webhookResponse?: number
  /** Runs before each request to the simulator. */
  middleware?: MiddlewareHandler
}

/** The simulated phone network without the service: the real SDK as its client, a recorder for its webhooks. */
export async function testSimulator(options: Options = {}) {
  const { sql } = await testDatabase()
  const clock = testClock()
  const app = new Hono()
  const origin = await listen(app)
  const publicUrl = options.publicUrl ?? origin
  const webhooks = recordWebhooks(app, publicUrl, options.webhookResponse ?? 204)
  const simulator = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    publicUrl,
    clock,
    log: createLog('silent'),
    ...options,
  })
  onTestFinished(simulator.stop)
  if (options.middleware) app.use(options.middleware)
  app.route('/', simulator.app)
  return {
    sql,
    clock,
    webhooks,
    origin,
    simulator,
    statuses: () => webhooks.map(({ params }) => params.MessageStatus),
    ...serviceClient(origin, `${publicUrl}/api/webhooks/twilio/status?mid=42`),
    ...handsetClient(origin),
  }
}

async function listen(app: Hono): Promise<string> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve) => (server.listening ? resolve() : server.once('listening', resolve)))
  onTestFinished(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function recordWebhooks(app: Hono, publicUrl: string, status: number): ReceivedWebhook[] {
  const webhooks: ReceivedWebhook[] = []
  app.post('/api/webhooks/twilio/*', async (c) => {
    const params = Object.fromEntries(new URLSearchParams(await c.req.text()))
    const path = c.req.url.replace(/^https?:\/\/[^/]+/, '')
    const signature = c.req.header('x-twilio-signature') ?? ''
    const validSignature = twilio.validateRequest(AUTH_TOKEN, signature, publicUrl + path, params)
    webhooks.push({ path, params, validSignature })
    return c.body(null, status as 204)
  })
  return webhooks
}

/** What the service does with its carrier. */
function serviceClient(origin: string, statusCallback: string) {
  const clientFor = (sid: string, token: string, options: { timeout?: number } = {}) => {
    const client = twilio(sid, token, options)
    client.api.baseUrl = origin
    return client
  }
  const client = clientFor(ACCOUNT_SID, AUTH_TOKEN)
  const send = (from: typeof client, to: string, body: string, more: object = {}) =>
    from.messages.create({ to, from: SENDER, body, statusCallback, ...more })
  return {
    client,
    /** A client with other credentials. */
    clientFor,
    sendText: (to: string, body = 'Hello', more: object = {}) => send(client, to, body, more),
    /** The same with a client that times out after this many ms. */
    sendTextWithin: (timeout: number, to: string) =>
      send(clientFor(ACCOUNT_SID, AUTH_TOKEN, { timeout }), to, 'Hello'),
  }
}

/** The API behind the handsets page. */
function handsetClient(origin: string) {
  const post = (path: string, body: unknown) => fetch(`${origin}/dev/phones/${path}`, postJson(body))
  return {
    post,
    sendFromHandset: async (number: string, body: string, more: object = {}) => {
      const response = await post(`api/handsets/${encodeURIComponent(number)}/send`, { body, ...more })
      return {
        status: response.status,
        ...((await response.json()) as { sid: string; webhookStatus: number | null }),
      }
    },
    injectFault: async (fault: NewFault) => {
      const response = await post('faults', fault)
      return { status: response.status, ...((await response.json()) as { id: number; message?: string }) }
    },
    /** The texts on a handset, oldest first. */
    textsOn: async (number: string) => {
      const response = await fetch(`${origin}/dev/phones/api/handsets/${encodeURIComponent(number)}`)
      const { texts } = (await response.json()) as {
        texts: { body: string; direction: string; status: string }[]
      }
      return texts
    },
  }
}
