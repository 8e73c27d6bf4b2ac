import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '../../db/open.ts'

// The reference of the bench of events, a process of its own: hears what Postgres notifies, writes it to every client.
const clients = new Set<ServerResponse>()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write('event: ready\ndata: {}\n\n')
  clients.add(response)
})
const sql = openDatabase(process.env.DATABASE_URL ?? '', { max: 1 })
await sql.listen('events', (payload) => {
  const bytes = Buffer.from(`event: message\ndata: ${payload}\n\n`)
  for (const client of clients) client.write(bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
