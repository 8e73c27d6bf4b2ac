import { appendFileSync } from 'node:fs'
import { createRandom } from '../../testing/random.ts'
import { startReceiver } from '../../testing/startReceiver.ts'

export interface ReceiverSettings {
  port: number
  /** Of the signatures. */
  secret: string
  /** Where the events are kept. */
  file: string
  seed: number
  /** Takes each event; otherwise it fails at random. */
  steady: boolean
}

/** A receiver that keeps each event in a file before it answers, until it is killed. It fails at random unless it is `steady`. */
const { port, secret, file, seed, steady } = JSON.parse(process.argv[2] ?? '') as ReceiverSettings
const random = createRandom(seed)
const receiver = await startReceiver(port)
receiver.state.secret = secret
receiver.state.respond = (response, event) => {
  const { refused } = receiver.state
  appendFileSync(file, `${JSON.stringify({ ...event, refused })}\n`)
  const kind = steady ? 'ok' : random.pick(['ok', 'ok', 'ok', 'error', 'cut', 'silent'] as const)
  if (kind === 'cut') response.destroy()
  else if (kind !== 'silent') response.writeHead(kind === 'ok' ? 200 : 500).end()
}
process.stdout.write('ready\n')
