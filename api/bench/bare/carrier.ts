import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A carrier that accepts every text after 50 ms and lists none. Sends its port to the parent process.
const DELAY_MS = 50
let accepted = 0

const server = createServer((request, response) => {
  request.resume()
  setTimeout(() => {
    const isRead = request.method === 'GET'
    if (!isRead) accepted += 1
    const body = isRead
      ? '{"messages":[],"page":0,"next_page_uri":null}'
      : `{"sid":"SM${String(accepted).padStart(32, '0')}","num_segments":"1","status":"queued"}`
    response.writeHead(isRead ? 200 : 201, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    response.end(body)
  }, DELAY_MS)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
