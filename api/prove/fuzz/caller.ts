import { fork } from 'node:child_process'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { errorStack } from '@salonback/shared/errorMessage.ts'
import { signedHook } from '../../testing/webhooks.ts'
import { messageIn, send } from '../client.ts'
import { watchLags } from '../lags.ts'
import { createRandom } from '../random.ts'
import { type Call, makeCall } from './calls.ts'
import type { Known } from './values.ts'

/** What became of one body. */
export interface Outcome {
  n: number
  name: string
  status: number
  /** Of a refusal. */
  message: unknown
  /** Without the time in which the caller's process stood still. */
  ms: number
}

export interface Calling {
  origin: string
  cookie: string
  known: Known
  seed: number
  bodies: number
  atOnce: number
}

/**
 * Sends so many bodies from a process of its own, so that making and reading them costs the service no time. Hands
 * over what became of them as it goes.
 */
export function callFromOutside(
  calling: Calling,
  { signal, onOutcomes }: { signal: AbortSignal; onOutcomes(outcomes: Outcome[]): void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [], { signal, stdio: 'inherit' })
    child.on('message', (outcomes) => onOutcomes(outcomes as Outcome[]))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the caller ended with ${code}`)),
    )
    child.send(calling)
  })
}

const AT_A_TIME = 500

async function callAll({ origin, cookie, known, seed, bodies, atOnce }: Calling) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const steps: (() => unknown)[] = []
  const lags = watchLags({ atEnd: (step) => steps.push(step) })
  const random = createRandom(seed)
  let outcomes: Outcome[] = []
  const handOver = () => {
    process.send?.(outcomes)
    outcomes = []
  }
  let next = 0
  const client = async () => {
    while (next < bodies) {
      const n = next++
      const call = makeCall(random.fork(`call ${n}`), known)
      const from = performance.now()
      const answer = await send(origin + call.path, agent, await wireOf(call, origin, cookie))
      const ms = lags.liveBetween(from, performance.now())
      const message = answer.status < 400 ? undefined : messageIn(answer)
      outcomes.push({ n, name: call.name, status: answer.status, message, ms })
      if (outcomes.length >= AT_A_TIME) handOver()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  handOver()
  for (const step of steps) step()
  agent.destroy()
  process.disconnect()
}

/** The call as it is sent: a webhook signed, a form with its boundaries. */
async function wireOf({ path, init, params }: Call, origin: string, cookie: string) {
  const method = init.method ?? 'GET'
  if (params) return { method, ...signedHook({ origin, path, params }) }
  const headers = { cookie, ...(init.headers as Record<string, string> | undefined) }
  if (!(init.body instanceof FormData))
    return { method, headers, ...(typeof init.body === 'string' && { body: init.body }) }
  const form = new Response(init.body)
  const type = form.headers.get('content-type') ?? ''
  return {
    method,
    headers: { ...headers, 'content-type': type },
    body: new Uint8Array(await form.arrayBuffer()),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (calling) => {
    callAll(calling as Calling).catch((error: unknown) => {
      process.stderr.write(`${errorStack(error)}\n`)
      process.exit(1)
    })
  })
}
