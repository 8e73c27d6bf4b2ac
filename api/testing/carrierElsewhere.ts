import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { onTestFinished } from 'vitest'
import { queueText } from '../messages/outbox.ts'
import { testApp, testClock } from './app.ts'
import { testDatabase } from './database.ts'
import { arrivedAt } from './network.ts'
import { startApp } from './start.ts'

/** A database, and a separate phone network that keeps running while no service uses that database. */
export async function carrierElsewhere() {
  const network = await testApp()
  const { sql } = await testDatabase()
  const door = await openDoor(network.origin)
  const clock = testClock()
  const advance = (ms: number) => {
    clock.advance(ms)
    network.clock.set(clock())
  }
  const handsets = handsetsOf(network.origin)
  return {
    sql,
    network,
    door,
    clock,
    advance,
    start: async () => {
      const app = await startApp({ sql, clock, carrierUrl: door.url })
      onTestFinished(app.stop)
      return app
    },
    /** The carrier receives a text and no service answers its webhook; each text is a second after the previous one. */
    missed: async (phone: string, body: string) => {
      advance(1000)
      return ((await handsets.send(phone, body)) as { sid: string }).sid
    },
    queue: (phone: string) =>
      queueText(sql, {
        kind: 'details',
        phone,
        body: 'Here are the details',
        dedupeKey: `details:${phone}`,
        now: clock(),
      }),
    arrived: (phone: string) => arrivedAt(network.sql, phone),
  }
}

/** In front of the carrier: counts calls for its list, and can be shut. */
async function openDoor(origin: string) {
  const door = {
    url: '',
    isShut: false,
    listsShut: false,
    /** Refuses to delete. */
    keepsAll: false,
    lists: 0,
    beforeList: async () => {},
  }
  const server = createServer(async (request, response) => {
    const { method } = request
    const shut = door.isShut || (door.listsShut && method === 'GET') || (door.keepsAll && method === 'DELETE')
    if (shut) return void response.writeHead(503).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'GET') {
      door.lists += 1
      await door.beforeList()
    }
    const answer = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers: {
        authorization: String(request.headers.authorization),
        'content-type': String(request.headers['content-type']),
      },
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    })
    const words = await answer.text()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(words || undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  door.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return door
}
