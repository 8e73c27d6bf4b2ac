import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../deps.ts'
import { readEnv } from '../../env.ts'
import type { Database } from '../../platform/db/open.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { startMailServer } from '../../testing/startMailServer.ts'
import { openSuiteDatabase } from '../database.ts'
import { countWrong } from '../rows.ts'
import { type ScriptProcess, startScript } from '../startScript.ts'
import type { Row, SuiteContext } from '../suite.ts'

/** Several processes, because the mail server waits 100 ms before each greeting. */
const SIZES = {
  short: { mails: 300, faults: 10, processes: 2 },
  full: { mails: 3000, faults: 150, processes: 6 },
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>

interface Scene {
  context: SuiteContext
  sql: Database
  server: MailServer
  senders: ScriptProcess[]
  random: Random
  start(): Promise<ScriptProcess>
}

/** Sends mails while the processes are killed and frozen and the mail server refuses, stalls and hangs up. */
export async function proveMails(context: SuiteContext): Promise<Row[]> {
  const { mails, faults, processes } = SIZES[context.scale]
  const scene = await openScene(context, mails)
  const behaving = changeServer(scene)
  const pauses = shortenPauses(scene)
  scene.senders.push(...(await Promise.all(Array.from({ length: processes }, scene.start))))
  let done = 0
  for (; done < faults && !context.signal.aborted; done++) {
    await wait(scene.random.between(20, 600))
    await (scene.random.chance(0.7) ? killOne(scene) : freezeOne(scene))
    if (done % 20 === 19) context.log(`${done + 1} of ${faults} kills and freezes`)
  }
  behaving.stop()
  await drain(scene)
  await pauses.stop()
  return check(scene, { planned: faults, done })
}

async function openScene(context: SuiteContext, mails: number): Promise<Scene> {
  const { sql, url } = await openSuiteDatabase(context, 4)
  const server = await startMailServer()
  context.atEnd(server.stop)
  const smtp = `smtp://127.0.0.1:${server.port}?tls=off`
  const env = readEnv({ SMTP_URL: smtp, MAIL_FROM: 'hello@salonback.example' })
  const deps = { mailer: createMailer(env, { keep: null }), clock: systemClock }
  for (let n = 0; n < mails; n++) {
    await queueMail(sql, deps, {
      kind: 'statement',
      to: `m${n}@proof.example`,
      subject: `Statement ${n}`,
      content: { paragraphs: ['Your statement is ready.'] },
      dedupeKey: `proof:${n}`,
      salonId: null,
    })
  }
  const start = () => startScript(context, new URL('./sender.ts', import.meta.url), url, smtp)
  return { context, sql, server, senders: [], random: createRandom(context.seed), start }
}

/** Changes what the server does every few milliseconds. */
function changeServer({ server, random }: Scene) {
  const timer = setInterval(() => {
    const { behaviour } = server
    behaviour.slowMs = random.pick([0, 5, 30, 150, 400])
    behaviour.refuse = random.pick([{}, {}, {}, { to: 451 }, { end: 451 }, { from: 421 }])
    behaviour.cut = random.chance(0.15) ? random.pick(['connect', 'to', 'end'] as const) : null
  }, 40)
  return {
    stop() {
      clearInterval(timer)
      Object.assign(server.behaviour, { slowMs: 0, refuse: {}, cut: null })
    },
  }
}

async function killOne(scene: Scene) {
  const { senders, random } = scene
  const n = random.between(0, senders.length - 1)
  await senders[n]?.kill()
  await endLeases(scene)
  senders[n] = await scene.start()
}

/** Its leases end while it is frozen, so another process takes over; then it continues where it was. */
async function freezeOne(scene: Scene) {
  const one = scene.random.pick(scene.senders)
  one.signal('SIGSTOP')
  await endLeases(scene)
  await wait(scene.random.between(50, 400))
  one.signal('SIGCONT')
}

/** Ends leases that are at least so many milliseconds old. */
async function endLeases({ sql }: Scene, ageMs = 0) {
  await sql`
    update mails set lease_until = clock_timestamp()
    where state = 'sending' and state_at <= clock_timestamp() - ${ageMs} * interval '1 millisecond'`
}

/** Ends all pauses, ten times a second. */
function shortenPauses({ sql, context }: Scene) {
  let running = true
  const loop = (async () => {
    while (running && !context.signal.aborted) {
      await sql`update mails set due_at = clock_timestamp() where state = 'queued' and due_at > clock_timestamp()`
      await sql`update mail_server set resume_at = '-infinity' where resume_at > clock_timestamp()`
      await wait(100)
    }
  })()
  return {
    stop() {
      running = false
      return loop
    },
  }
}

/** Waits until no mail is left to send. */
async function drain(scene: Scene) {
  const { sql, context } = scene
  while (!context.signal.aborted) {
    const [left] = await sql<[{ count: number }]>`
      select count(*)::int as count from mails where state in ('queued', 'sending')`
    if (left.count === 0) return
    // Younger leases belong to living processes, which would have to start again.
    await endLeases(scene, 3000)
    await wait(300)
  }
}

interface Outcome {
  to: string
  state: string
  arrived: number
}

async function check(
  { sql, server }: Scene,
  { planned, done }: { planned: number; done: number },
): Promise<Row[]> {
  const arrived = new Map<string, number>()
  for (const { to } of server.received) arrived.set(to, (arrived.get(to) ?? 0) + 1)
  const rows = await sql<{ to: string; state: string }[]>`select to_address as to, state from mails`
  const mails: Outcome[] = rows.map((row) => ({ ...row, arrived: arrived.get(row.to) ?? 0 }))
  const unclear = mails.filter(({ state }) => state === 'unknown')
  const words = ({ to, state, arrived: times }: Outcome) => `${to} is ${state}, arrived ${times} times`
  return [
    { what: 'kills and freezes of sending processes', tried: planned, wrong: planned - done },
    countWrong('no e-mail arrives twice', mails, (mail) => (mail.arrived > 1 ? words(mail) : null)),
    countWrong('no e-mail is lost: it arrived, or is shown as unknown', mails, (mail) =>
      mail.arrived === 1 || mail.state === 'unknown' ? null : words(mail),
    ),
    countWrong(
      'an e-mail that is sent has arrived, and one that arrived is sent or unknown',
      mails,
      (mail) =>
        (mail.state === 'sent' && mail.arrived === 1) || mail.state === 'unknown' ? null : words(mail),
    ),
    {
      what: 'e-mails whose outcome is unknown',
      tried: mails.length,
      wrong: 0,
      note: `${unclear.length}, of which ${unclear.filter((mail) => mail.arrived === 1).length} had arrived`,
    },
  ]
}
