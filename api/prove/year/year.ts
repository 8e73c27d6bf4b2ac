import { readFile } from 'node:fs/promises'
import { createRandom } from '../../testing/random.ts'
import { keepSession } from '../../testing/salons.ts'
import { startApp } from '../../testing/start.ts'
import { openSuiteDatabase } from '../database.ts'
import { startScript } from '../startScript.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { newMonth, programmeDay, randomEvent } from './campaigns.ts'
import { atEnd, eachRound, storeOffers } from './invariants.ts'
import { moneyDay, noteAccounts } from './money.ts'
import { openSalons } from './openSalons.ts'
import { movedClock, type Play, settings } from './play.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = new Date('2026-03-10T12:00:00Z')
const SALONS = 6
const DAYS = 60
const KILLS = 10

interface Scene {
  context: SuiteContext
  play: Play
  worker: Worker
  restart(): Promise<Worker>
  kills: number
  rounds: number
  /** Log lines of the worker. */
  errors: string[]
}

/** Days of salons with programmes, and of others without, while the worker is killed; then SQL judges all that happened. */
export async function proveYear(context: SuiteContext): Promise<Row[]> {
  const scene = await openScene(context)
  const { play } = scene
  for (let day = 0; day < DAYS && !context.signal.aborted; day++) {
    if (day % 28 === 0) await newMonth(play)
    await programmeDay(play)
    for (const salon of play.salons) await moneyDay(play, salon, day)
    await liveDay(scene, day)
    if (day % 10 === 9) context.log(`day ${day + 1} of ${DAYS}`)
  }
  await noteAccounts(play)
  return judge(scene)
}

async function openScene(context: SuiteContext): Promise<Scene> {
  const { sql, url } = await openSuiteDatabase(context, 8)
  await sql.unsafe(await readFile(new URL('./facts.sql', import.meta.url), 'utf8'))
  const app = await startApp({ sql, clock: movedClock(START), listens: false, settings })
  context.atEnd(app.stop)
  const restart = () => startWorker(context, url, app.origin)
  const play = await openSalons(app, createRandom(context.seed), SALONS)
  return { context, play, restart, worker: await restart(), kills: 0, rounds: 0, errors: [] }
}

type Worker = Awaited<ReturnType<typeof startWorker>>

/** A process that does rounds of the worker. */
async function startWorker(context: SuiteContext, database: string, origin: string) {
  const script = new URL('./worker.ts', import.meta.url)
  const { writeLine, readLine, kill } = await startScript(context, script, database, origin)
  return {
    kill,
    /** Log lines of the round; null if the process was killed before its end. */
    async round(now: Date): Promise<string[] | null> {
      writeLine(now.toISOString())
      const logged: string[] = []
      for (let line = await readLine(); line !== 'done'; line = await readLine()) {
        if (line === null) return null
        logged.push(line)
      }
      return logged
    },
  }
}

/** Runs rounds until the end of this day, some at night, one to four hours apart. */
async function liveDay(scene: Scene, day: number) {
  const { play, context } = scene
  const { app, random } = play
  const end = START.getTime() + (day + 1) * DAY
  while (app.clock().getTime() < end && !context.signal.aborted) {
    if (random.chance(0.6)) await randomEvent(play)
    await doRound(scene)
    const isEvening = app.clock().getUTCHours() >= 20 && random.chance(0.8)
    app.clock.advance(isEvening ? 12 * HOUR : random.between(60, 240) * 60_000)
    await keepSession(app)
  }
}

/** Runs one round. Some are killed at a random moment before. */
async function doRound(scene: Scene) {
  const { random, app } = scene.play
  if (scene.kills < KILLS && random.chance((2 * KILLS) / (DAYS * 4))) {
    const round = scene.worker.round(app.clock())
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 250)))
    await scene.worker.kill()
    await round
    scene.kills++
    await judgeRound(scene)
    scene.worker = await scene.restart()
  }
  const logged = await scene.worker.round(app.clock())
  if (!logged) throw new Error('the worker ended by itself')
  scene.errors.push(...logged)
  scene.rounds++
  await judgeRound(scene, eachRound)
}

/** Stores what waves and assignments are now, and what broke these invariants. */
async function judgeRound({ play, context }: Scene, invariants = eachRound.slice(0, 1)) {
  const { sql, clock } = play.app
  const now = clock()
  await sql`
    insert into proof.waves
    select id, salon_id, asked_for, list_id, campaign_id, state, (select count(*) from messages m where m.campaign_id = w.campaign_id
      and m.kind = 'offer'), case state when 'asking' then ${now}::timestamptz end, case state when 'asking' then null else ${now}::timestamptz end
    from waves w
    on conflict (id) do update set at = excluded.at, list_id = excluded.list_id, campaign_id = excluded.campaign_id,
      state = excluded.state, texts = excluded.texts where waves.at is null`
  await sql`
    insert into proof.assigned select campaign_id, words from proof.assignments on conflict do nothing`
  for (const { holds, broken } of invariants) {
    const cases = await sql.unsafe<{ what: string }[]>(broken, [now])
    for (const { what } of cases) {
      const { count } = await sql`
        insert into proof.broken (name, what, at) values (${holds}, ${what}, ${now}) on conflict do nothing`
      if (count > 0) context.log(`wrong on ${now.toISOString()}: ${holds}: ${what}`)
    }
  }
}

async function judge({ context, play, kills, rounds, errors }: Scene): Promise<Row[]> {
  const { sql, env } = play.app
  await sql.unsafe(storeOffers)
  const rows: Row[] = [
    { what: 'kills of the worker', tried: KILLS, wrong: KILLS - kills },
    { what: 'no round of the worker logs an error', tried: rounds, ...wrongIn(errors) },
  ]
  for (const { holds } of eachRound) {
    const cases = await sql<{ what: string }[]>`
      select at || ' ' || what as what from proof.broken where name = ${holds} order by at`
    rows.push({ what: holds, tried: rounds, ...wrongIn(cases.map(({ what }) => what)) })
  }
  for (const { holds, cases, least, broken } of atEnd) {
    const [judged] = await sql.unsafe<{ count: string }[]>(cases)
    const tried = Number(judged?.count ?? 0)
    const found = await sql.unsafe<{ what: string }[]>(broken.replaceAll('ORIGIN', env.PUBLIC_URL))
    const few = tried < least ? [`only ${tried} of at least ${least} cases`] : []
    rows.push({ what: holds, tried, ...wrongIn([...few, ...found.map(({ what }) => what)]) })
  }
  for (const { what, note } of rows.filter(({ wrong }) => wrong > 0)) context.log(`wrong: ${what}: ${note}`)
  return rows
}

const wrongIn = (cases: string[]) =>
  cases.length === 0 ? { wrong: 0 } : { wrong: cases.length, note: cases.slice(0, 20).join('\n') }
