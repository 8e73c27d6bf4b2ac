import { fork } from 'node:child_process'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { errorStack } from '@salonback/shared/errorMessage.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { createDatabase } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { receiptParams } from '../../testing/webhooks.ts'
import { type Plan as CarrierPlan, startCarrier } from '../carrier.ts'
import { type Lags, watchLags } from '../lags.ts'
import type { Row } from '../suite.ts'
import { actions, eraseAtLast, postWebhook } from './actions.ts'
import { checkAll, checkSuppression, notGone } from './checks.ts'
import { prepare, type Scene, type Stage } from './scene.ts'
import { type Plan, schedule } from './schedule.ts'

/** Numbers at once: enough for the shared rows to be fought over, few enough for two actions to meet. */
const AT_ONCE = 8

type Setting = Plan & { url: string }

interface Part {
  from: number
  to: number
}

/** A process in which meetings take place, with both services and the carrier; its Postgres is given. */
export function startLane(setting: Setting, signal: AbortSignal) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(setting)], { signal, stdio: 'inherit' })
  let fail: (error: Error) => void = () => undefined
  child.once('error', (error) => fail(error))
  child.once('exit', (code) => fail(new Error(`a lane ended with ${code}`)))
  return {
    /** Has these meetings of the schedule, in a database of their own, and counts what went wrong. */
    meet: (from: number, to: number) =>
      new Promise<Row[]>((resolve, reject) => {
        fail = reject
        child.once('message', (rows) => resolve(rows as Row[]))
        child.send({ from, to } satisfies Part)
      }),
    end: () => child.disconnect(),
  }
}

/** All meetings of one database, brought to rest and counted. */
async function meetAll(stage: Stage, scenes: Scene[], lags: Lags): Promise<Row[]> {
  for (let at = 0; at < scenes.length; at += AT_ONCE) {
    const batch = scenes.slice(at, at + AT_ONCE)
    await prepare(stage, batch)
    await Promise.all(batch.map((scene) => act(stage, scene)))
  }
  await comeToRest(stage)
  const suppression = await checkSuppression(stage, scenes)
  await startSecondCampaign(stage)
  await comeToRest(stage)
  const last = await notGone(stage, scenes)
  for (let at = 0; at < last.length; at += AT_ONCE) {
    await Promise.all(last.slice(at, at + AT_ONCE).map((scene) => eraseAtLast(scene, stage.apps[0])))
  }
  return [suppression, ...(await checkAll(stage, scenes, lags))]
}

async function setStage(url: string) {
  const database = await createDatabase(url, `lane_${process.pid}`)
  const ends: (() => Promise<unknown>)[] = []
  const plans: Stage['plans'] = new Map()
  const carrier = await startCarrier({
    plan: ({ to, body }) => (plans.get(to) as (body: string) => CarrierPlan)(body),
    async post({ taken, status, code }) {
      const { origin, pathname, search } = new URL(taken.callback)
      const params = { ...receiptParams(taken, status), ...(code !== null && { ErrorCode: String(code) }) }
      return (await postWebhook(origin, pathname + search, params)).status < 300
    },
  })
  ends.unshift(carrier.stop)
  const start = async () => {
    const sql = openDatabase(database)
    const app = await startApp({
      sql,
      clock: () => new Date(),
      carrierUrl: carrier.url,
      // Rounds are asked for when something is to be sent; what came in between would count as missed.
      listens: false,
      settings: { LOG_LEVEL: 'error' },
    })
    ends.unshift(app.stop, () => sql.end({ timeout: 5 }))
    return app
  }
  const apps: Stage['apps'] = [await start(), await start()]
  const tables = await emptyTables(apps[0].sql)
  return {
    sql: apps[0].sql,
    apps,
    carrier,
    plans,
    /** As nobody had ever met: a new database would cost each connection its plans, as much as a dozen meetings. */
    async clear() {
      await apps[0].sql.unsafe(`truncate ${tables.join(', ')} cascade`)
      plans.clear()
      carrier.taken.clear()
      carrier.calls.length = 0
      for (const app of apps) app.logged.length = 0
    },
    async end() {
      for (const step of ends) await step()
    },
  }
}

/** What meetings fill; a service at work needs what stands in the others: its admin, the rate, the places of imports. */
async function emptyTables(sql: Database): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'simulator')`
  const empty: string[] = []
  for (const { name } of tables) {
    const [row] = await sql.unsafe<[{ is: boolean }]>(`select not exists (select 1 from ${name}) as is`)
    if (row.is) empty.push(name)
  }
  return empty
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
async function comeToRest({ sql, apps, carrier }: Stage): Promise<void> {
  const paused = await sql<{ id: string }[]>`select id from campaigns where state = 'paused'`
  for (const { id } of paused) await apps[0].staff.campaigns.resume({ id })
  const end = performance.now() + REST_MS
  while (performance.now() < end) {
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
  if (prospects.length === 0) return
  const prospectIds = prospects.map(({ id }) => id)
  const template = 'Hi {name}, Salonback once more. Interested?'
  await apps[0].staff.campaigns.start({ prospectIds, template, basis: 'consent' }).catch(ignoreNobodyLeft)
}

function ignoreNobodyLeft(error: unknown) {
  if (!/Nobody in this selection/.test(String(error))) throw error
}

async function serve(setting: Setting) {
  const scenes = schedule(setting)
  const lags = watchLags({ atEnd: (stop) => process.once('disconnect', stop as () => void) })
  const stage = await setStage(setting.url)
  process.once('disconnect', () => void stage.end())
  process.on('message', ({ from, to }: Part) => {
    meetAll(stage, scenes.slice(from, to), lags)
      .finally(stage.clear)
      .then((rows) => process.send?.(rows))
      .catch((error: unknown) => {
        process.stderr.write(`${errorStack(error)}\n`)
        process.exit(1)
      })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(JSON.parse(process.argv[2] ?? '') as Setting)
}
