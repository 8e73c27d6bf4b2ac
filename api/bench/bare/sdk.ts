import { createRequire } from 'node:module'

// The reference of the bench of the outbox, a process of its own: the carrier's SDK in a bare loop, so many calls at once.
const twilio = createRequire(import.meta.url)('twilio') as typeof import('twilio')
const { CARRIER = '', CALLS = '' } = process.env
const client = twilio(`AC${'0'.repeat(32)}`, 'token', { timeout: 14_000, keepAlive: true, maxSockets: 100 })
client.api.baseUrl = CARRIER

/** Sends for that long in ms; says how many texts a second were answered. */
async function loop(forMs: number) {
  const from = performance.now()
  let sent = 0
  const one = async () => {
    while (performance.now() - from < forMs) {
      await client.messages.create({ to: '+447700900123', from: '+447700900100', body: 'Hello' })
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: Number(CALLS) }, one))
  process.send?.({ sent, ms: performance.now() - from })
}

process.on('message', (forMs: number) => void loop(forMs))
process.on('disconnect', () => process.exit())
process.send?.('ready')
