import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface ReceivedEvent {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

type Respond = (response: ServerResponse, event: ReceivedEvent) => void

const accept: Respond = (response) => response.writeHead(200).end('ok')

/** A receiver on this machine that verifies each event with the published library. Set `secret` before the first one. */
export async function startReceiver(port = 0) {
  const received: ReceivedEvent[] = []
  const state = { secret: '', respond: accept, refused: 0 }
  const server = createServer(async (request, response) => {
    const event = verified(request, await text(request), state.secret)
    if (!event) {
      state.refused += 1
      return response.writeHead(401).end()
    }
    received.push(event)
    state.respond(response, event)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const { port: taken } = server.address() as AddressInfo
  return {
    state,
    received,
    url: `http://127.0.0.1:${taken}/events`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** Null for a wrong signature. The library compares the time with that of the machine, and services of tests have their own. */
function verified(request: IncomingMessage, body: string, secret: string): ReceivedEvent | null {
  const machineNow = Date.now
  try {
    Date.now = () => Number(request.headers['webhook-timestamp']) * 1000
    const event = new Webhook(secret).verify(body, request.headers as Record<string, string>) as ReceivedEvent
    return { ...event, id: String(request.headers['webhook-id']) }
  } catch {
    return null
  } finally {
    Date.now = machineNow
  }
}
