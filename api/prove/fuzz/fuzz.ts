import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { openDatabase } from '../../db/open.ts'
import { makeProspects } from '../../testing/factories.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { startCarrier } from '../carrier.ts'
import { countWrong } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'
import { brokenUploads } from './brokenUploads.ts'
import { callFromOutside, type Outcome } from './caller.ts'
import type { Known } from './values.ts'

const BODIES = { short: 3000, full: 200_000 }
const AT_ONCE = 24
/** What was queued is sent meanwhile. */
const WORK_EVERY_MS = 2000
/** For one call among so many at once. */
const MAX_MS = 5000
/** The carrier's refusals are its own. */
const CARRIER = 502

/**
 * Fuzz: bodies made from the contract's own grammar, spoilt in every way we know, over every call, webhook and the
 * upload. Nothing may break the server, and everything that is refused says why.
 */
export async function fuzz(proving: Proving): Promise<Row[]> {
  const { seed, scale, signal, log } = proving
  const stage = await setStage(proving)
  const files = await brokenUploads(stage.staff, proving)
  const outcomes: Outcome[] = []
  const settling = setInterval(() => void stage.app.worker.round(), WORK_EVERY_MS)
  const calling = { ...stage.calling, seed, bodies: BODIES[scale], atOnce: AT_ONCE }
  await callFromOutside(calling, {
    signal,
    onOutcomes(some) {
      const before = outcomes.length
      outcomes.push(...some)
      if (Math.floor(before / 20_000) < Math.floor(outcomes.length / 20_000))
        log(`${outcomes.length} of ${BODIES[scale]} bodies`)
    },
  }).finally(() => clearInterval(settling))
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

const slow = ({ n, name, ms }: Outcome) => (ms < MAX_MS ? null : `${name}, body ${n}: ${Math.round(ms)} ms`)

type Stage = Awaited<ReturnType<typeof setStage>>

async function setStage({ atEnd }: Proving) {
  const server = await startPostgres()
  atEnd(server.stop)
  const sql = openDatabase(await createDatabase(server.url, 'fuzz'))
  atEnd(() => sql.end({ timeout: 5 }))
  const carrier = await startCarrier({
    plan: () => ({ accept: true, answer: 'created', answerAfterMs: 0, receipts: [] }),
    post: async () => true,
  })
  atEnd(carrier.stop)
  const settings = { PUBLIC_POSTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' }
  const app = await startApp({ sql, clock: () => new Date(), carrierUrl: carrier.url, settings })
  atEnd(app.stop)
  // So many that no conversation grows long: read again and again, it would slow down whatever comes later.
  const prospects = await makeProspects(sql, 400)
  const known: Known = { ids: prospects.map(({ id }) => id), phones: prospects.map(({ phone }) => phone) }
  const cookie = await sessionCookie(app.origin)
  return { app, calling: { origin: app.origin, cookie, known }, staff: { origin: app.origin, cookie } }
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
