import { fork } from 'node:child_process'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { HttpError } from '@salonback/shared/platform/http/request.ts'
import { queueLaterTexts } from '../../core/campaigns/laterTexts.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { secondTexts } from '../../sales/firstTexts/secondTexts.ts'
import { reminders } from '../../salons/campaigns/reminders.ts'
import { createDatabase } from '../../testing/postgres.ts'
import { createRandom } from '../../testing/random.ts'
import { startApp } from '../../testing/start.ts'
import { type Lags, watchLags } from '../lags.ts'
import { PUBLIC_URL, startNetwork } from '../network.ts'
import { addSalonSenders } from '../senders.ts'
import type { Row } from '../suite.ts'
import { actions, eraseWithRetry } from './actions.ts'
import { findIncompletelyErased } from './checkErasure.ts'
import { checkAll, checkSuppression } from './checks.ts'
import { addClients } from './clients.ts'
import { createSchedule, PARTS, type ScheduleOptions } from './schedule.ts'
import { acceptQuietly, clock, prepare, type Stage, sendFirstTexts, type Trial } from './trial.ts'

/** Enough for trials to compete for shared rows, few enough for both actions of a trial to overlap. */
const CONCURRENT_TRIALS = 8

type Options = ScheduleOptions & { part: number; url: string }

/** Runs a part of the schedule in a child process with a database on this Postgres, two services and the network they send to. */
export function runTrialProcess(options: Options, signal: AbortSignal): Promise<Row[]> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], { signal, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`a trial process exited with code ${code}`)))
    child.once('message', (rows) => resolve(rows as Row[]))
  })
}

async function runTrials(stage: Stage, trials: Trial[], lags: Lags): Promise<Row[]> {
  for (let at = 0; at < trials.length; at += CONCURRENT_TRIALS) {
    const batch = trials.slice(at, at + CONCURRENT_TRIALS)
    await sendFirstTexts(stage, batch)
    await addClients(stage, batch)
    await prepare(stage, batch)
    await Promise.all(batch.map((trial) => runPair(stage, trial)))
  }
  await finishSending(stage)
  const suppression = await checkSuppression(stage, trials)
  await startSecondCampaign(stage)
  await finishSending(stage)
  const incomplete = await findIncompletelyErased(stage, trials)
  for (let at = 0; at < incomplete.length; at += CONCURRENT_TRIALS) {
    const batch = incomplete.slice(at, at + CONCURRENT_TRIALS)
    await Promise.all(batch.map((trial) => eraseWithRetry(trial, stage.apps[0])))
  }
  return [suppression, ...(await checkAll(stage, trials, lags))]
}

async function startStage({ url, seed }: Options): Promise<{ stage: Stage; end: () => Promise<void> }> {
  const database = await createDatabase(url, `trials_${process.pid}`)
  const endSteps: (() => Promise<unknown>)[] = []
  const plans: Stage['plans'] = new Map()
  const random = createRandom(seed).fork('receipts')
  const networkSql = openDatabase(await createDatabase(url, `network_${process.pid}`), { max: 4 })
  const network = await startNetwork({
    sql: networkSql,
    clock,
    faultsOf: ({ to, body }) => (plans.get(to) ?? acceptQuietly)(body),
    receiver: () => apps[0].origin,
    receiptDelayMs: () => random.between(0, 60),
  })
  endSteps.unshift(network.stop, () => networkSql.end({ timeout: 5 }))
  const start = async () => {
    const sql = openDatabase(database)
    const app = await startApp({
      sql,
      clock,
      carrierUrl: network.url,
      // The suite runs rounds of the send loop on demand; a listening worker would treat the pauses between them as gaps.
      listens: false,
      settings: { LOG_LEVEL: 'error', PUBLIC_URL },
    })
    endSteps.unshift(app.stop, () => sql.end({ timeout: 5 }))
    return app
  }
  const apps: Stage['apps'] = [await start(), await start()]
  const { sql } = apps[0]
  const senders = await addSalonSenders(sql)
  return {
    stage: { sql, apps, network, senders, plans, resumedAt: null },
    async end() {
      for (const step of endSteps) await step()
    },
  }
}

/** Runs both actions, one of them up to 40 ms after the other, each on a random service. */
async function runPair(stage: Stage, trial: Trial): Promise<void> {
  const { random, pair } = trial
  const offsetMs = random.chance(0.2) ? 0 : random.pick([0.3, 2, 10, 40]) * random.next()
  const second = random.between(0, 1)
  const start = performance.now()
  await Promise.all(
    pair.map(async (name, n) => {
      const app = stage.apps[random.between(0, 1)] as (typeof stage.apps)[number]
      if (n === second) await waitUntil(start + offsetMs)
      await actions[name](stage, trial, app)
    }),
  )
}

/** Precise to microseconds, unlike a timer. */
async function waitUntil(time: number) {
  if (time - performance.now() > 3) await wait(time - performance.now() - 2)
  while (performance.now() < time) await turn()
}

/** Longer than a retry after a busy answer (seconds) and the lease of an abandoned text (30 s). */
const FINISH_TIMEOUT_MS = 120_000

/** Resumes paused campaigns and runs both send loops until nothing is due and every receipt is posted. */
async function finishSending(stage: Stage): Promise<void> {
  const { sql, apps, network } = stage
  await resumeAll(stage)
  const end = performance.now() + FINISH_TIMEOUT_MS
  while (performance.now() < end) {
    await queueLaterTexts(apps[0].deps, reminders)
    await queueLaterTexts(apps[0].deps, secondTexts)
    await Promise.all(apps.map((app) => app.worker.round()))
    await network.waitUntilIdle()
    const [open] = await sql<[{ count: number }]>`
      select count(*)::int as count from messages m left join campaigns o on o.id = m.campaign_id
      where (m.status in ('queued', 'sending') and (o.id is null or o.state = 'running'))
        or (m.status = 'unknown' and m.reconcile_count = 0)`
    if (open.count === 0) return
    await wait(100)
  }
}

async function resumeAll(stage: Stage): Promise<void> {
  const { sql, apps } = stage
  const { staff } = apps[0]
  stage.resumedAt ??= performance.now()
  const salons = await sql<{ id: string }[]>`select id from salons where state = 'paused'`
  for (const { id } of salons) await staff.salons.update({ id, state: 'ready' })
  const campaigns = await sql<{ id: string; salonId: string | null }[]>`
    select id, salon_id from campaigns where state = 'paused'`
  for (const { id, salonId } of campaigns)
    await (salonId
      ? staff.campaigns.resume({ id: salonId, campaignId: id })
      : staff.firstTexts.resume({ id }))
}

/** Selects all prospects again. Those that had a first text must not get another. */
async function startSecondCampaign({ sql, apps }: Stage) {
  const prospects = await sql<{ id: string }[]>`select id from prospects`
  if (prospects.length === 0) return
  const prospectIds = prospects.map(({ id }) => id)
  const template = 'Hi {name}, Salonback once more. Interested?'
  try {
    await apps[0].staff.firstTexts.start({ prospectIds, template, basis: 'consent' })
  } catch (error) {
    // Refused when no prospect is left that can get a first text.
    if (!(error instanceof HttpError && error.status === 422 && error.fields.prospectIds)) throw error
  }
}

/** Main function of the child process: runs its part and sends the rows to the parent. */
async function runPart(options: Options) {
  const trials = createSchedule(options).filter((_, n) => n % PARTS === options.part)
  const steps: (() => unknown)[] = []
  const lags = watchLags({ atEnd: (step) => steps.push(step) })
  const { stage, end } = await startStage(options)
  const rows = await runTrials(stage, trials, lags)
  process.send?.(rows)
  for (const step of [...steps, end]) await step()
  process.disconnect()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runPart(JSON.parse(process.argv[2] ?? '') as Options)
}
