import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../../testing/random.ts'
import { keepSession } from '../../testing/salons.ts'
import { startApp } from '../../testing/start.ts'
import { openSuiteDatabase } from '../database.ts'
import { startScript } from '../startScript.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { checkMoney } from './checkMoney.ts'
import { checkAsk, checkNewWaves, checkTold, type Findings, rules, tryRule } from './checkProgrammes.ts'
import { newMonth, randomEvent } from './events.ts'
import { moneyDay } from './moneyEvents.ts'
import { openSalons } from './openSalons.ts'
import { acceptedAfter, problemsOf, type SentText } from './oracle.ts'
import { programmeDay } from './programmeEvents.ts'
import { mailWords, type SalonYear, settings, yearClock } from './state.ts'
import { firstTextProblems } from './texts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = new Date('2026-03-10T12:00:00Z')

const SIZES = {
  short: { salons: 6, days: 100, kills: 10 },
  full: { salons: 20, days: 365, kills: 100 },
}

type WorkerProcess = Awaited<ReturnType<typeof startWorker>>

interface Scene {
  context: SuiteContext
  year: SalonYear
  findings: Findings
  worker: WorkerProcess
  restart(): Promise<WorkerProcess>
  sent: SentText[]
  firstTexts: number
  /** The newest text and e-mail that are checked. */
  last: { text: string; mailAt: Date }
  /** Assignments of the clients by campaign. */
  assigned: Map<string, string>
  kills: { planned: number; done: number }
}

/** A year of salons with programmes, and of others without, while the worker is killed; an oracle checks every text and wave. */
export async function proveYear(context: SuiteContext): Promise<Row[]> {
  const { days } = SIZES[context.scale]
  const scene = await openScene(context)
  const { year } = scene
  for (let day = 0; day < days && !context.signal.aborted; day++) {
    if (day % 28 === 0) await newMonth(year)
    await programmeDay(year)
    for (const salon of year.salons) await moneyDay(year, salon, day)
    await liveDay(scene, day)
    if (day % 28 === 27 || day === days - 1) await auditMoney(scene)
    if (day % 30 === 29) context.log(`day ${day + 1} of ${days}: ${scene.sent.length} texts of salons`)
  }
  // The last events before a wrong case explain it.
  const events = fileURLToPath(new URL('../../../.cache/prove/year.log', import.meta.url))
  await mkdir(dirname(events), { recursive: true })
  await writeFile(events, year.log.join('\n'))
  return rowsOf(scene)
}

async function auditMoney(scene: Scene) {
  const before = scene.findings.problems.length
  await checkMoney(scene.year, scene.findings)
  nameProblems(scene, before)
}

async function openScene(context: SuiteContext): Promise<Scene> {
  const { salons, kills } = SIZES[context.scale]
  const { sql, url } = await openSuiteDatabase(context, 8)
  const app = await startApp({ sql, clock: yearClock(START), listens: false, settings })
  context.atEnd(app.stop)
  const restart = () => startWorker(context, url, app.origin)
  const random = createRandom(context.seed)
  return {
    ...{ context, restart, worker: await restart(), year: await openSalons(app, random, salons) },
    ...{ findings: { tried: {}, problems: [] }, sent: [], firstTexts: 0, assigned: new Map() },
    ...{ last: { text: '0', mailAt: new Date(0) }, kills: { planned: kills, done: 0 } },
  }
}

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
  const { year, context } = scene
  const { app, random } = year
  const end = START.getTime() + (day + 1) * DAY
  while (app.clock().getTime() < end && !context.signal.aborted) {
    if (random.chance(0.4)) await randomEvent(year)
    const before = scene.findings.problems.length
    await doRound(scene)
    await check(scene)
    nameProblems(scene, before)
    const isEvening = app.clock().getUTCHours() >= 20 && random.chance(0.8)
    app.clock.advance(isEvening ? 12 * HOUR : random.between(60, 240) * 60_000)
    await keepSession(app)
  }
}

/** Runs one round. Some are killed at a random moment, most of these while waves may start. */
async function doRound(scene: Scene) {
  const { year, kills, context } = scene
  const { random, app } = year
  const share = kills.planned / (SIZES[context.scale].days * 4)
  if (kills.done < kills.planned && random.chance(2 * share)) {
    const round = scene.worker.round(app.clock())
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 250)))
    await scene.worker.kill()
    await round
    kills.done++
    await checkAssignments(scene)
    scene.worker = await scene.restart()
  }
  const logged = await scene.worker.round(app.clock())
  if (!logged) throw new Error('the worker ended by itself')
  tryRule(scene.findings, 'errors', logged)
}

async function check(scene: Scene) {
  const { year, findings } = scene
  await checkAssignments(scene)
  await checkTexts(scene)
  await checkMails(scene)
  await checkNewWaves(year, findings)
}

/** Adds seed and day, so that a case can be repeated. */
function nameProblems({ year, findings, context }: Scene, before: number) {
  for (const one of findings.problems.slice(before)) {
    one.problem = `seed ${context.seed}, day ${dayOf(year)}: ${one.problem}`
    context.log(`wrong: ${one.problem}`)
    year.log.push(`wrong: ${one.problem}`)
  }
}

const dayOf = ({ app }: SalonYear) => Math.floor((app.clock().getTime() - START.getTime()) / DAY)

async function checkTexts(scene: Scene) {
  const { year, findings, sent, last } = scene
  for (const text of await acceptedAfter(year.app.sql, last.text)) {
    last.text = text.id
    const what = `${text.at.toISOString()} ${text.kind} to ${text.phone} from ${text.sender}`
    tryRule(
      findings,
      'texts',
      problemsWith(scene, text).map((problem) => `${what}: ${problem}`),
    )
    await checkTold(year, text, findings)
    year.log.push(what)
    if (text.kind === 'offer' || text.kind === 'reminder') sent.push(text)
  }
}

/** Why this text should not have left. */
function problemsWith(scene: Scene, text: SentText): string[] {
  const { year, findings, sent } = scene
  const isIn = (numbers: Map<string, Set<string>>) => (numbers.get(text.phone)?.size ?? 0) > 0
  const owned = year.salons.find(({ owner }) => owner.phone === text.phone)
  if (owned) {
    const byProgramme = text.body.includes('share a fresh client list')
    if (byProgramme || text.body.includes('share your client list'))
      checkAsk(year, owned, findings, byProgramme)
    return isIn(year.stops) ? ['to an owner after a STOP'] : []
  }
  const waits = isIn(year.waiting) ? ['after a text without an answer'] : []
  if (text.kind === 'first_text' || text.kind === 'second_text') {
    scene.firstTexts++
    return [...waits, ...firstTextProblems(year, text.phone)]
  }
  return [...waits, ...problemsOf(text, year.salons, isIn(year.stops), sent)]
}

/** Requests by e-mail. */
async function checkMails({ year, findings, last }: Scene) {
  const { sql } = year.app
  const mails = await sql<{ to: string; at: Date; words: string }[]>`
    select e.to_address as to, e.created_at as at, ${mailWords(sql)} as words from mails e
    where e.kind = 'owner_link' and e.state <> 'canceled' and e.created_at > ${last.mailAt} order by e.created_at`
  for (const { to, at, words } of mails) {
    last.mailAt = at
    const salon = year.salons.find(({ owner }) => owner.email === to)
    const byProgramme = words.includes('share a fresh client list')
    if (salon && (byProgramme || words.includes('share your client list')))
      checkAsk(year, salon, findings, byProgramme)
  }
}

/** Checks that the assignments of known campaigns did not change. */
async function checkAssignments({ year, findings, assigned }: Scene) {
  const rows = await year.app.sql<{ campaignId: string; words: string }[]>`
    select campaign_id, md5(string_agg(client_id || assigned || coalesce(beside::text, '') || due_at, ' ' order by client_id)) as words
    from assignments group by campaign_id`
  const now = new Map(rows.map(({ campaignId, words }) => [campaignId, words]))
  for (const [campaignId, words] of assigned)
    tryRule(findings, 'assignments', [
      now.get(campaignId) !== words && `the assignments of ${campaignId} have changed`,
    ])
  for (const [campaignId, words] of now) assigned.set(campaignId, words)
}

function rowsOf({ findings, kills, sent, firstTexts, year, context }: Scene): Row[] {
  const few = (what: string, tried: number, wanted: number): Row => ({
    what: `${what}, enough to prove something`,
    tried,
    wrong: tried >= wanted ? 0 : 1,
  })
  const { salons, days } = SIZES[context.scale]
  const waves = year.salons.flatMap(({ programme }) => [...(programme?.waves.keys() ?? [])])
  const byRule = Object.entries(rules).map(([rule, what]): Row => {
    const wrong = findings.problems.filter((one) => one.rule === rule)
    const note = wrong.map(({ problem }) => problem).slice(0, 20)
    return {
      what,
      tried: findings.tried[rule] ?? 0,
      wrong: wrong.length,
      ...(note.length > 0 && { note: note.join('\n') }),
    }
  })
  const visits = [...year.money.visits.values()]
  const count = (kind: string) => sent.filter((text) => text.kind === kind).length
  return [
    { what: 'kills of the worker', tried: kills.planned, wrong: kills.planned - kills.done },
    ...byRule,
    few('waves', waves.length, (salons * days) / 100),
    few('offers', count('offer'), salons * 10),
    few('reminders', count('reminder'), salons),
    few('first texts of the agency', firstTexts, 10),
    few('moved bookings', visits.filter(({ hadBooking }) => hadBooking).length, 5),
    few('refunds by call', visits.filter(({ corrected }) => corrected === 'by call').length, 5),
    few('refunds by dispute', visits.filter(({ corrected }) => corrected === 'by dispute').length, 3),
    few('rates of VAT', new Set(year.money.rates.values()).size, 3),
  ]
}
