import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** Plain JavaScript, because it runs without a loader. */
const CARRIER = `
const { createServer } = require('node:https')
const { parentPort, workerData: { pem, shared } } = require('node:worker_threads')
const count = new Int32Array(shared)
const server = createServer({ key: pem, cert: pem }, (request, response) => {
  request.resume().on('end', () => {
    Atomics.add(count, 0, 1)
    Atomics.notify(count, 0)
    response.end('arrived')
  })
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

/**
 * A TLS server in its own thread, which counts requests while this thread is blocked. The simulator cannot replace it:
 * it runs in this thread and its Postgres client needs the event loop.
 */
export async function carrierThread(pem: string) {
  const shared = new SharedArrayBuffer(4)
  const count = new Int32Array(shared)
  const thread = new Worker(CARRIER, { eval: true, workerData: { pem, shared } })
  onTestFinished(async () => void (await thread.terminate()))
  const port = await new Promise((resolve) => thread.once('message', resolve))
  return {
    url: `https://localhost:${port}/`,
    /** Blocks this thread until `wanted` requests have arrived, for at most 2 s. Returns how many have. */
    arrived(wanted: number): number {
      const end = Date.now() + 2000
      const seen = () => Atomics.load(count, 0)
      while (seen() < wanted && Date.now() < end) Atomics.wait(count, 0, seen(), 100)
      return seen()
    },
  }
}
