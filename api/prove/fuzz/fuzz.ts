import { Agent } from 'node:http'
import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { openDatabase } from '../../db/open.ts'
import { makeProspects } from '../../testing/factories.ts'
import { databaseUrl, startPostgres, TEMPLATE } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { signedHook } from '../../testing/webhooks.ts'
import { startCarrier } from '../carrier.ts'
import { watchLags } from '../lags.ts'
import { createRandom } from '../random.ts'
import { countWrong } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'
import { brokenUploads } from './brokenUploads.ts'
import { type Call, makeCall } from './calls.ts'
import { messageIn, send } from './client.ts'
import type { Known } from './values.ts'

const BODIES = { short: 3000, full: 200_000 }
const AT_ONCE = 24
/** For one call among so many at once, without the time in which this process stood still. */
const LONGEST_MS = 5000
/** The carrier's refusals are its own. */
const CARRIER = 502

interface Outcome {
  n: number
  name: string
  status: number
  message: unknown
  ms: number
}

/**
 * Fuzz: bodies made from the contract's own grammar, spoilt in every way we know, over every call, webhook and the
 * upload. Nothing may break the server, and everything that is refused says why.
 */
export async function fuzz(proving: Proving): Promise<Row[]> {
  const { seed, scale, signal, log } = proving
  const stage = await setStage(proving)
  const files = await brokenUploads(stage.staff, proving)
  const lags = watchLags(proving)
  const random = createRandom(seed)
  const outcomes: Outcome[] = []
  let next = 0
  const client = async () => {
    while (next < BODIES[scale] && !signal.aborted) {
      const n = next++
      const call = makeCall(random.fork(`call ${n}`), stage.known)
      const from = performance.now()
      const { status, message } = await stage.ask(call)
      const ms = lags.liveBetween(from, performance.now())
      outcomes.push({ n, name: call.name, status, message, ms })
      if (n % 500 === 0) await stage.app.worker.round()
      if (n % 20_000 === 0) log(`${n} of ${BODIES[scale]} bodies`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const answered = await readEverything(stage)
  // What a 500 told nobody but the log.
  for (const line of stage.app.logged.slice(0, 20)) log(line.slice(0, 3000))
  return [
    countWrong('no body breaks the server', outcomes, broken, ({ name }) => name),
    countWrong(
      'what is refused says why',
      outcomes.filter(({ status }) => status >= 400),
      silent,
      ({ name }) => name,
    ),
    countWrong('no body holds the server up', outcomes, slow, ({ name }) => name),
    countWrong('every list can be read afterwards', answered, ({ name, status }) =>
      status === 200 ? null : `${name}: ${status}`,
    ),
    ...files,
  ]
}

const broken = ({ n, name, status, message }: Outcome) =>
  status < 500 || status === CARRIER ? null : `${name}, body ${n}: ${status} ${JSON.stringify(message)}`

const silent = ({ n, name, status, message }: Outcome) =>
  typeof message === 'string' && message !== '' ? null : `${name}, body ${n}: ${status} without a message`

const slow = ({ n, name, ms }: Outcome) =>
  ms < LONGEST_MS ? null : `${name}, body ${n}: ${Math.round(ms)} ms`

type Stage = Awaited<ReturnType<typeof setStage>>

async function setStage({ atEnd }: Proving) {
  const server = await startPostgres()
  atEnd(server.stop)
  const root = openDatabase(server.url, { max: 1 })
  await root.unsafe(`create database fuzz template ${TEMPLATE}`)
  await root.end()
  const sql = openDatabase(databaseUrl(server.url, 'fuzz'))
  atEnd(() => sql.end({ timeout: 5 }))
  const carrier = await startCarrier({
    plan: () => ({ accept: true, answer: 'created', answerAfterMs: 0, receipts: [] }),
    post: async () => true,
  })
  atEnd(carrier.stop)
  const settings = { PUBLIC_POSTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' }
  const app = await startApp({ sql, clock: () => new Date(), carrierUrl: carrier.url, settings })
  atEnd(app.stop)
  const prospects = await makeProspects(sql, 40)
  const known: Known = { ids: prospects.map(({ id }) => id), phones: prospects.map(({ phone }) => phone) }
  const cookie = await sessionCookie(app.origin)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  atEnd(() => agent.destroy())
  const ask = async (call: Call): Promise<{ status: number; message: unknown }> => {
    const answer = await send(app.origin + call.path, agent, await wireOf(call, app.origin, cookie))
    return { status: answer.status, message: answer.status < 400 ? undefined : messageIn(answer) }
  }
  return { app, known, ask, staff: { origin: app.origin, cookie } }
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

/** What was stored must not break who reads it. */
async function readEverything({ app }: Stage): Promise<{ name: string; status: number }[]> {
  const lists = Object.entries(contracts).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, AnyEndpoint>)
      .filter(([, row]) => row.method === 'GET' && !row.path.includes('{'))
      .map(([name, row]) => ({ name: `${feature}.${name}`, path: row.path })),
  )
  const answers: { name: string; status: number }[] = []
  for (const { name, path } of lists) {
    const response = await app.staffRequest(path)
    await response.arrayBuffer()
    answers.push({ name, status: response.status })
  }
  return answers
}
