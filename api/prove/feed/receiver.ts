import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../testing/random.ts'
import { startReceiver } from '../../testing/startReceiver.ts'

/** A receiver that keeps each event in a file before it answers, until it is killed. It fails at random unless it is `steady`. */
const text = { type: 'string', default: '' } as const
const { values } = parseArgs({
  options: { port: text, secret: text, file: text, seed: text, steady: { type: 'boolean', default: false } },
})
const random = createRandom(Number(values.seed))
const receiver = await startReceiver(Number(values.port))
receiver.state.secret = values.secret
receiver.state.respond = (response, event) => {
  const { refused } = receiver.state
  appendFileSync(values.file, `${JSON.stringify({ ...event, refused })}\n`)
  const kind = values.steady ? 'ok' : random.pick(['ok', 'ok', 'ok', 'error', 'cut', 'silent'] as const)
  if (kind === 'cut') response.destroy()
  else if (kind !== 'silent') response.writeHead(kind === 'ok' ? 200 : 500).end()
}
process.stdout.write('ready\n')
