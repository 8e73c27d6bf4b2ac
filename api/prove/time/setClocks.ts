import { sendWindow } from '@salonback/shared/sms/quietHours.ts'
import { logIn } from '@salonback/shared/testing/server.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { queueText } from '../../messages/outbox.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { type Carrier, type Plan, startCarrier } from '../carrier.ts'
import { createRandom, type Random } from '../random.ts'
import { countWrong } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'

const ROUNDS = { short: 2, full: 20 }
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How wrong the clock is set: a day is what the carrier's dates are trusted over. */
const offsets = [-DAY, -HOUR, 0, HOUR, DAY] as const
const STEPS = 14
/** Longer than all jumps of a round, a night, and the hour for which a busy carrier is asked again. */
const AFTERWARDS = 20 * DAY
const HOURS = '08:00-20:00'

interface Sent {
  phone: string
  body: string
  accepted: boolean
  /** What the clock on the wall showed. */
  at: Date
  isFirst: boolean
  afterStop: boolean
}

/**
 * The wall clock is set back and forth by hours and days while texts are due, on their way, lost on their way and put
 * off to the morning, while sessions are open and logins are throttled. Then it goes on as it should.
 */
export async function setClocks(proving: Proving): Promise<Row[]> {
  const { seed, scale, signal, log } = proving
  const stage = await setStage(proving)
  const sets = { what: 'people can log in and write to us after it', tried: 0, wrong: 0, note: '' }
  let moves = 0
  for (let n = 0; n < ROUNDS[scale] && !signal.aborted; n++) {
    const random = createRandom(seed).fork(`clocks ${n}`)
    moves += await playRound(stage, n, random)
    sets.tried += 1
    const wrong = await wrongForPeople(stage)
    if (wrong === null) continue
    sets.wrong += 1
    sets.note ||= `round ${n}: ${wrong}`
  }
  log(`clock set ${moves} times; ${stage.sent.length} texts reached the carrier`)
  const { note, ...people } = sets
  return [...countSent(stage), await countStuck(stage.sql), { ...people, ...(note && { note }) }]
}

type Stage = Awaited<ReturnType<typeof setStage>>

async function setStage({ atEnd, seed }: Proving) {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  const sql = openDatabase(await createDatabase(postgres.url, 'clocks'))
  atEnd(() => sql.end({ timeout: 5 }))
  const time = { now: Date.UTC(2027, 2, 10, 12), offset: 0 }
  const clock = () => new Date(time.now + time.offset)
  const sent: Sent[] = []
  const stopped = new Set<string>()
  const random = createRandom(seed).fork('carrier')
  const carrier: Carrier = await startCarrier({
    plan({ to, body }) {
      const plan = planOf(random)
      sent.push({
        phone: to,
        body,
        accepted: plan.accept,
        at: clock(),
        isFirst: body.startsWith('First'),
        afterStop: stopped.has(to),
      })
      return plan
    },
    clock: () => new Date(time.now),
    post: async () => true,
  })
  atEnd(carrier.stop)
  const settings = { QUIET_HOURS: HOURS, PUBLIC_POSTS_PER_MINUTE: '5' }
  const app = await startApp({ sql, clock, carrierUrl: carrier.url, settings })
  atEnd(app.stop)
  return { sql, app, time, clock, sent, stopped }
}

/** Mostly taken; now and then too busy, or taken and lost on the way back, or lost before. */
function planOf(random: Random): Plan {
  const how = random.next()
  const base = { answerAfterMs: 0, receipts: [] }
  if (how < 0.7) return { ...base, accept: true, answer: 'created' }
  if (how < 0.85) return { ...base, accept: false, answer: 'busy' }
  return { ...base, accept: how < 0.93, answer: 'drop' }
}

/** Some first texts, details and replies, and the clock set between any two rounds of sending. Returns how often. */
async function playRound(stage: Stage, n: number, random: Random): Promise<number> {
  const { app, sql, time, stopped } = stage
  const phones = Array.from({ length: 6 }, (_, i) => `+4477009${String(n * 6 + i).padStart(5, '0')}`)
  time.now += random.between(0, 23) * HOUR + random.between(0, 59) * MINUTE
  const { staff } = await logIn(app.origin)
  const made = await sql<{ id: string }[]>`
    insert into prospects ${sql(phones.slice(0, 4).map((phone) => ({ name: 'Salon', phone, country: 'GB', phoneType: 'mobile' })))}
    returning id`
  await staff.campaigns.start({
    prospectIds: made.map(({ id }) => id),
    template: `First text ${n} of Salonback`,
    basis: 'consent',
  })
  for (const phone of phones.slice(4)) {
    const text = { kind: 'details', phone, body: `Details ${n}`, dedupeKey: `clocks:${n}:${phone}` } as const
    await queueText(sql, { ...text, now: stage.clock() })
  }
  let moves = 0
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.5)) {
      time.offset = random.pick(offsets)
      moves += 1
    } else time.now += random.between(1, 20 * 60) * SECOND
    if (random.chance(0.1)) await guessWrongly(app.origin)
    if (random.chance(0.08)) {
      const phone = random.pick(phones)
      await textFrom(app.origin, phone, 'STOP')
      stopped.add(phone)
    }
    await app.worker.round()
  }
  time.offset = 0
  for (const end = time.now + AFTERWARDS; time.now < end; time.now += 5 * HOUR) await app.worker.round()
  return moves
}

/** Until the login is throttled. */
async function guessWrongly(origin: string) {
  for (let guess = 0; guess < 6; guess++)
    await ask(origin, '/api/admin/login', { username: 'maya', password: 'no' })
}

async function ask(origin: string, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', origin }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer.status
}

/** A login that is throttled by a clock that was wrong, and a form that counts in a minute that never ends, are stuck. */
async function wrongForPeople({ app, time }: Stage): Promise<string | null> {
  const right = { username: 'maya', password: 'correct horse' }
  // Throttled a day ahead, then set right again: a quarter of an hour later it must be over.
  time.offset = DAY
  await guessWrongly(app.origin)
  for (let post = 0; post < 6; post++) await ask(app.origin, '/api/contact', {})
  time.offset = 0
  time.now += 16 * MINUTE
  const login = await ask(app.origin, '/api/admin/login', right)
  const form = await ask(app.origin, '/api/contact', {
    name: 'Ana',
    email: 'ana@brows.example',
    subject: 'Fee',
    message: 'How does it work?',
  })
  return login === 200 && form === 200 ? null : `login ${login}, form ${form}`
}

function countSent({ sent }: Stage): Row[] {
  const taken = new Map<string, number>()
  const nameOf = ({ phone, body }: Sent) => `${phone} ${body}`
  for (const one of sent) if (one.accepted) taken.set(nameOf(one), (taken.get(nameOf(one)) ?? 0) + 1)
  return [
    countWrong('a clock set back and forth: no text twice', [...taken], ([name, times]) =>
      times === 1 ? null : `${name}: ${times}`,
    ),
    countWrong(
      'a clock set back and forth: no first text in quiet hours',
      sent.filter(({ isFirst }) => isFirst),
      ({ phone, at }) => (sendWindow(phone, HOURS, at).open ? null : `${phone} ${at.toISOString()}`),
    ),
    countWrong('a clock set back and forth: none after STOP', sent, ({ phone, body, afterStop }) =>
      afterStop && !/unsubscribed/.test(body) ? `${phone} ${body}` : null,
    ),
  ]
}

/** Whatever is still to happen long after. A text whose fate nobody can tell waits for a person, and that is its end. */
async function countStuck(sql: Database): Promise<Row> {
  const texts = await sql<{ kind: string; status: string; isAsked: boolean }[]>`
    select kind, status, reconcile_at is not null as isAsked from messages where direction = 'outbound'`
  return countWrong('a clock set back and forth: nothing stuck', texts, ({ kind, status, isAsked }) =>
    status === 'queued' || status === 'sending' || (status === 'unknown' && isAsked)
      ? `${kind} ${status}`
      : null,
  )
}
