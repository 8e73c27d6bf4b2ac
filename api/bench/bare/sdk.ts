import { createRequire } from 'node:module'

// Reference of the row outbox: the carrier's SDK in a loop with `CALLS` parallel calls.
const twilio = createRequire(import.meta.url)('twilio') as typeof import('twilio')
const { CARRIER = '', CALLS = '' } = process.env
const client = twilio(`AC${'0'.repeat(32)}`, 'token', { timeout: 14_000, keepAlive: true, maxSockets: 100 })
client.api.baseUrl = CARRIER

/** Sends texts for this many ms, then reports texts per second to the parent process. */
async function sendFor(durationMs: number) {
  const start = performance.now()
  let sent = 0
  const sendLoop = async () => {
    while (performance.now() - start < durationMs) {
      await client.messages.create({ to: '+447700900123', from: '+447700900100', body: 'Hello' })
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: Number(CALLS) }, sendLoop))
  process.send?.(sent / ((performance.now() - start) / 1000))
}

process.on('message', (durationMs: number) => void sendFor(durationMs))
process.on('disconnect', () => process.exit())
process.send?.('ready')
