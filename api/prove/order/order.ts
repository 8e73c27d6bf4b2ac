import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../db/open.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { postHook, receiptParams } from '../../testing/webhooks.ts'
import { startCarrier } from '../carrier.ts'
import { type Lags, watchLags } from '../lags.ts'
import { createRandom, type Random } from '../random.ts'
import { sumRows } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'
import { actions, eraseAtLast } from './actions.ts'
import { checkAll, checkWords } from './checks.ts'
import { type ActionName, prepare, type Scene, type Stage, usualPlan } from './scene.ts'

const TIMES = { short: 10, full: 200 }
/** Numbers at once: enough for the shared rows to be fought over, few enough for two actions to meet. */
const AT_ONCE = 8
/** Then a new database: an erasure reads every word there is, which would make each meeting slower than the last. */
const PER_DATABASE = 500
/** Databases at once: while one waits for a carrier that was busy, another works. */
const LANES = 2

/**
 * Order: every pair of actions on one number at the same moment, with shifted starts, on two services that share a
 * Postgres. Everything is then brought to rest and counted.
 */
export async function order(proving: Proving): Promise<Row[]> {
  const random = createRandom(proving.seed)
  const scenes = random.fork('schedule').shuffle(allScenes(random, TIMES[proving.scale], proving.only))
  const lags = watchLags(proving)
  // Says in which order words about a number were committed.
  const server = await startPostgres(['track_commit_timestamp=on'])
  proving.atEnd(server.stop)
  const starts = Array.from({ length: Math.ceil(scenes.length / PER_DATABASE) }, (_, n) => n * PER_DATABASE)
  const parts: Row[][] = []
  let met = 0
  const lane = async () => {
    for (let at = starts.shift(); at !== undefined; at = starts.shift()) {
      const part = scenes.slice(at, at + PER_DATABASE)
      const stage = await setStage(server.url, `prove_${at}`, random)
      parts.push(await meetAll(stage, part, proving, lags).finally(stage.end))
      met += part.length
      proving.log(`${met} of ${scenes.length} meetings`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return sumRows(parts)
}

/** All meetings of one database, brought to rest and counted. */
async function meetAll(stage: Stage, scenes: Scene[], proving: Proving, lags: Lags): Promise<Row[]> {
  for (let at = 0; at < scenes.length; at += AT_ONCE) {
    proving.signal.throwIfAborted()
    const batch = scenes.slice(at, at + AT_ONCE)
    await Promise.all(batch.map((scene) => prepare(stage, scene)))
    await Promise.all(batch.map((scene) => act(stage, scene)))
  }
  await comeToRest(stage, proving.signal)
  const words = await checkWords(stage, scenes)
  await startSecondCampaign(stage)
  await comeToRest(stage, proving.signal)
  const last = scenes.filter(({ pair }) => pair.includes('erase'))
  for (let at = 0; at < last.length; at += AT_ONCE) {
    proving.signal.throwIfAborted()
    await Promise.all(last.slice(at, at + AT_ONCE).map((scene) => eraseAtLast(scene, stage.apps[0])))
  }
  return [words, ...(await checkAll(stage, scenes, lags))]
}

async function setStage(url: string, name: string, random: Random) {
  const database = await createDatabase(url, name)
  const ends: (() => Promise<unknown>)[] = []
  const plans: Stage['plans'] = new Map()
  const usual = random.fork(`usual ${name}`)
  const carrier = await startCarrier({
    plan: ({ to, body }) => plans.get(to)?.(body) ?? usualPlan(usual, 0),
    async post({ taken, status, code }) {
      const { origin, pathname, search } = new URL(taken.callback)
      const params = { ...receiptParams(taken, status), ...(code !== null && { ErrorCode: String(code) }) }
      const { ok } = await postHook({ origin, path: pathname + search, params })
      return ok
    },
  })
  ends.unshift(carrier.stop)
  const start = async () => {
    const sql = openDatabase(database)
    const app = await startApp({
      sql,
      clock: () => new Date(),
      carrierUrl: carrier.url,
      // As in production: on a busy machine an answer takes long, and a first text the carrier never had stays unknown.
      carrierTimeoutMs: 14_000,
      settings: { LOG_LEVEL: 'error' },
    })
    ends.unshift(app.stop, () => sql.end({ timeout: 5 }))
    return app
  }
  const apps: Stage['apps'] = [await start(), await start()]
  const end = async () => {
    for (const step of ends) await step()
  }
  return { sql: apps[0].sql, apps, carrier, plans, end }
}

function allScenes(random: Random, times: number, only: string): Scene[] {
  const names = Object.keys(actions) as ActionName[]
  const pairs = names.flatMap((first, n) =>
    names.slice(n).map((second): [ActionName, ActionName] => [first, second]),
  )
  return pairs
    .filter((pair) => pair.join(' × ').includes(only))
    .flatMap((pair) => Array.from({ length: times }, () => pair))
    .map((pair, n) => {
      // Numbers of erased people begin alike, so that one look at a table finds whatever is left of any.
      const start = pair.includes('erase') ? '+447401' : '+447400'
      return {
        n,
        pair,
        random: random.fork(`scene ${n}`),
        phone: `${start}${String(n).padStart(6, '0')}`,
        name: `Salon ${n}`,
        campaignId: '',
        sentReply: null,
        optedOutBefore: false,
        answers: [],
        acknowledged: [],
        stoppedAt: null,
        replies: [],
        erasures: [],
      }
    })
}

/** Both actions, the second shifted against the first by nothing up to tens of milliseconds. */
async function act(stage: Stage, scene: Scene): Promise<void> {
  const { random, pair } = scene
  const shiftMs = random.chance(0.2) ? 0 : random.pick([0.3, 2, 10, 40]) * random.next()
  const late = random.between(0, 1)
  const start = performance.now()
  await Promise.all(
    pair.map(async (name, n) => {
      const app = stage.apps[random.between(0, 1)] as (typeof stage.apps)[number]
      if (n === late) await until(start + shiftMs)
      await actions[name](stage, scene, app)
    }),
  )
}

/** Timers are too coarse for microseconds. */
async function until(time: number) {
  if (time - performance.now() > 3) await wait(time - performance.now() - 2)
  while (performance.now() < time) await turn()
}

/** Resumes what is paused and works until nothing is left to send and the carrier has told everything. */
async function comeToRest({ sql, apps, carrier }: Stage, signal: AbortSignal): Promise<void> {
  const paused = await sql<{ id: string }[]>`select id from campaigns where state = 'paused'`
  for (const { id } of paused) await apps[0].staff.campaigns.resume({ id })
  const end = performance.now() + REST_MS
  while (performance.now() < end) {
    signal.throwIfAborted()
    await Promise.all(apps.map((app) => app.worker.round()))
    await carrier.quiet()
    const [left] = await sql<[{ count: number }]>`
      select count(*)::int as count from messages m left join campaigns o on o.id = m.campaign_id
      where (m.status in ('queued', 'sending') and (o.id is null or o.state = 'running'))
        or (m.status = 'unknown' and m.reconcile_count = 0)`
    if (left.count === 0) return
    await wait(100)
  }
}

/** A busy carrier is asked again within seconds; the lease of what was forgotten is half a minute. */
const REST_MS = 60_000

/** Staff select everybody once more: whoever had a first text must not get another. */
async function startSecondCampaign({ sql, apps }: Stage) {
  const prospects = await sql<{ id: string }[]>`select id from prospects`
  const prospectIds = prospects.map(({ id }) => id)
  const template = 'Hi {name}, Salonback once more. Interested?'
  await apps[0].staff.campaigns.start({ prospectIds, template, basis: 'consent' }).catch(ignoreNobodyLeft)
}

function ignoreNobodyLeft(error: unknown) {
  if (!/Nobody in this selection/.test(String(error))) throw error
}
