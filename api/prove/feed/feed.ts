import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { seal } from '../../platform/auth/sealed.ts'
import { type Database, openDatabase } from '../../platform/db/open.ts'
import { ownerOf } from '../../platform/receivers/sendEvents.ts'
import { fictional, makeSender, makeText } from '../../testing/factories.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { startReceiver } from '../../testing/startReceiver.ts'
import { countWrong } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { type FeederProcess, startFeeder } from './feederProcess.ts'

const SIZES = {
  short: { clients: 60, kills: 8, processes: 2 },
  full: { clients: 400, kills: 60, processes: 4 },
}
const DAY = 24 * 3_600_000

type Receiver = Awaited<ReturnType<typeof startReceiver>>

interface Scene {
  context: SuiteContext
  sql: Database
  receiver: Receiver
  feeders: FeederProcess[]
  phones: string[]
  random: Random
  start(): Promise<FeederProcess>
}

/** Sends appointments in and events out while processes are killed, batches are repeated and the receiver fails. */
export async function proveFeed(context: SuiteContext): Promise<Row[]> {
  const { clients, kills, processes } = SIZES[context.scale]
  const scene = await openScene(context, clients)
  scene.feeders.push(...(await Promise.all(Array.from({ length: processes }, scene.start))))
  const failing = failAtRandom(scene)
  const feeding = Promise.all(batchesOf(scene).map((batch) => storeForCertain(scene, batch)))
  let done = 0
  for (; done < kills && !context.signal.aborted; done++) {
    await wait(scene.random.between(100, 900))
    const n = scene.random.between(0, scene.feeders.length - 1)
    await scene.feeders[n]?.kill()
    scene.feeders[n] = await scene.start()
  }
  await feeding
  failing.stop()
  await drain(scene)
  return check(scene, { planned: kills, done })
}

async function openScene(context: SuiteContext, clients: number): Promise<Scene> {
  const postgres = await startPostgres()
  context.atEnd(postgres.stop)
  const database = await createDatabase(postgres.url, 'feed')
  const sql = openDatabase(database, { max: 4 })
  context.atEnd(() => sql.end({ timeout: 5 }))
  const receiver = await startReceiver()
  context.atEnd(receiver.stop)
  const id = randomUUID()
  receiver.state.secret = `whsec_${randomBytes(32).toString('base64')}`
  const secret = seal(Buffer.from(receiver.state.secret), ownerOf(id), [Buffer.from('ab'.repeat(32), 'hex')])
  const sender = await makeSender(sql, fictional(999))
  const salonId = sender.salonId ?? ''
  const [campaign] = await sql<[{ id: string }]>`
    with admin as (insert into admins (username) values ('proof') returning id)
    insert into campaigns (salon_id, sender_id, template, per_day, state, basis, created_by, created_at, watched_from)
    select ${salonId}, ${sender.id}, 'Hello', 100, 'finished', 'soft_opt_in', id, now(), now() from admin returning id`
  const phones = Array.from({ length: clients }, (_, n) => `+4477009${String(10_000 + n)}`)
  for (const phone of phones) {
    await sql`insert into clients (salon_id, phone, created_at) values (${salonId}, ${phone}, now())`
    const acceptedAt = new Date(Date.now() - 20 * DAY)
    const text = await makeText(sql, { phone, kind: 'offer', salonId, senderId: sender.id, acceptedAt })
    await sql`update messages set campaign_id = ${campaign.id} where id = ${text.id}`
  }
  await sql`
    insert into receivers (id, url, events, secret, created_by, created_at)
    values (${id}, ${receiver.url}, ${eventKindNames.join(' ')}, ${secret}, 'proof', now())`
  const start = () => startFeeder(context, { database, salon: salonId })
  return { context, sql, receiver, feeders: [], phones, random: createRandom(context.seed), start }
}

/** Makes the receiver fail, hang up and stay silent. */
function failAtRandom({ receiver: { state }, random }: Scene) {
  state.respond = (response) => {
    const kind = random.pick(['ok', 'ok', 'ok', 'error', 'cut', 'silent'] as const)
    if (kind === 'cut') response.destroy()
    else if (kind !== 'silent') response.writeHead(kind === 'ok' ? 200 : 500).end()
  }
  return {
    stop() {
      state.respond = (response) => response.writeHead(200).end()
    },
  }
}

/** Each client books, changes and keeps an appointment. Batches overlap, and come in any order and twice. */
function batchesOf({ phones, random }: Scene): object[][] {
  const changes = phones.flatMap((phone, n) => {
    const startsAt = new Date(Date.now() - 5 * DAY).toISOString()
    const bookedAt = new Date(Date.now() - 15 * DAY).toISOString()
    const at = (minutes: number) => new Date(Date.now() - DAY + minutes * 60_000).toISOString()
    const one = { externalId: `a${n}`, phone, startsAt, bookedAt }
    return [
      { ...one, state: 'booked', updatedAt: at(1) },
      { ...one, state: 'no_show', updatedAt: at(2) },
      { ...one, state: 'attended', amount: 4000, updatedAt: at(3) },
      { ...one, state: 'attended', amount: 5000, updatedAt: at(4) },
    ]
  })
  const all = random.shuffle([...changes, ...changes])
  return Array.from({ length: Math.ceil(all.length / 20) }, (_, n) => all.slice(n * 20, n * 20 + 20))
}

/** Sends a batch until a process has answered, as a booking system does. */
async function storeForCertain({ feeders, random, context }: Scene, batch: object[]): Promise<void> {
  while (!context.signal.aborted) {
    await wait(random.between(0, 2000))
    if (await random.pick(feeders).store(batch)) return
  }
}

/** Waits until nothing is left to settle or to send. */
async function drain({ sql, context }: Scene): Promise<void> {
  while (!context.signal.aborted) {
    await sql`update deliveries set lease_until = now() where state = 'sending' and tried_at < now() - interval '3 seconds'`
    await sql`update deliveries set due_at = '-infinity' where state = 'queued'`
    const [left] = await sql<[{ count: number }]>`
      select (select count(*) from deliveries where state in ('queued', 'sending'))::int
        + (select count(*) from appointments where due)::int as count`
    if (left.count === 0) return
    await wait(300)
  }
}

interface Told {
  phone: string
  appointments: number
  visits: number
  state: string | null
  owed: number
  events: { id: string; state: unknown; amount: unknown }[]
  queued: string[]
}

async function check(
  { sql, receiver }: Scene,
  { planned, done }: { planned: number; done: number },
): Promise<Row[]> {
  const rows = await sql<Omit<Told, 'events'>[]>`
    select c.phone, (select count(*)::int from appointments where client_id = c.id) as appointments,
      (select count(*)::int from visits where client_id = c.id) as visits,
      (select state from visits where client_id = c.id) as state,
      (select coalesce(sum(amount), 0)::int from ledger_entries where client_id = c.id) as owed,
      (select coalesce(jsonb_agg(id order by seq), '[]') from deliveries where phone = c.phone) as queued
    from clients c order by c.phone`
  const clients: Told[] = rows.map((row) => ({
    ...row,
    events: receiver.received
      .filter(({ data }) => data.phone === row.phone)
      .map(({ id, data }) => ({ id, state: data.state, amount: data.amount })),
  }))
  const wrongIf = (is: (client: Told) => boolean) => (client: Told) =>
    is(client) ? `${client.phone}: ${JSON.stringify({ ...client, phone: undefined })}` : null
  const firstTimes = ({ events }: Told) => [...new Set(events.map(({ id }) => id))]
  return [
    { what: 'kills of processes', tried: planned, wrong: planned - done },
    countWrong(
      'no appointment is lost',
      clients,
      wrongIf(({ appointments, state, owed }) => appointments !== 1 || state !== 'attended' || owed !== 1500),
    ),
    countWrong(
      'no appointment is a visit twice',
      clients,
      wrongIf(({ visits }) => visits !== 1),
    ),
    countWrong(
      'no event is lost',
      clients,
      wrongIf((client) => client.queued.some((id) => !firstTimes(client).includes(id))),
    ),
    countWrong(
      'the events about a client come in order',
      clients,
      wrongIf((client) => firstTimes(client).join() !== client.queued.join()),
    ),
    {
      what: 'events whose signature was wrong',
      tried: receiver.received.length,
      wrong: receiver.state.refused,
    },
  ]
}
