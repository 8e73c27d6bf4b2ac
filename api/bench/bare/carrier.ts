import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A carrier that takes every text and answers 50 ms later, a process of its own. Tells who asks how many it answered.
const ANSWERS_AFTER_MS = 50
let answered = 0

const server = createServer((request, response) => {
  request.resume()
  setTimeout(() => {
    answered += 1
    const body = `{"sid":"SM${String(answered).padStart(32, '0')}","num_segments":"1","status":"queued"}`
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    response.end(body)
  }, ANSWERS_AFTER_MS)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => process.send?.(answered))
process.on('disconnect', () => process.exit())
