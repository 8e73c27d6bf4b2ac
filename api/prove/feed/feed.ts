import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { seal } from '../../platform/auth/sealed.ts'
import type { Database } from '../../platform/db/open.ts'
import { secretOwner } from '../../platform/receivers/sendEvents.ts'
import { fictional, makeSender, makeText } from '../../testing/factories.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import type { ReceivedEvent } from '../../testing/startReceiver.ts'
import { openSuiteDatabase } from '../database.ts'
import { countWrong } from '../rows.ts'
import { type ScriptProcess, startScript } from '../startScript.ts'
import type { Row, SuiteContext } from '../suite.ts'
import type { ReceiverSettings } from './receiver.ts'

const SIZES = {
  short: { clients: 60, kills: 12, processes: 2 },
  full: { clients: 400, kills: 90, processes: 4 },
}
const DAY = 24 * 3_600_000

interface Scene {
  context: SuiteContext
  sql: Database
  /** The process that gets the events. */
  receiver: ScriptProcess
  startReceiver(steady: boolean): Promise<ScriptProcess>
  /** What all receivers kept. */
  received(): Promise<KeptEvent[]>
  feeders: Feeder[]
  phones: string[]
  random: Random
  start(): Promise<Feeder>
}

type Feeder = Awaited<ReturnType<typeof startFeeder>>

interface KeptEvent extends ReceivedEvent {
  /** Wrong signatures before it. */
  refused: number
}

/** Sends appointments in and events out while processes and the receiver are killed, and batches are repeated. */
export async function proveFeed(context: SuiteContext): Promise<Row[]> {
  const { clients, kills, processes } = SIZES[context.scale]
  const scene = await openScene(context, clients)
  scene.feeders.push(...(await Promise.all(Array.from({ length: processes }, scene.start))))
  const feeding = Promise.all(batchesOf(scene).map((batch) => storeForCertain(scene, batch)))
  let done = 0
  for (; done < kills && !context.signal.aborted; done++) {
    await wait(scene.random.between(100, 900))
    await killOne(scene, done)
  }
  await feeding
  await scene.receiver.kill()
  scene.receiver = await scene.startReceiver(true)
  await drain(scene)
  return check(scene, { planned: kills, done })
}

/** Kills a process and starts it again: each third time the receiver. */
async function killOne(scene: Scene, count: number): Promise<void> {
  if (count % 3 === 2) {
    await scene.receiver.kill()
    scene.receiver = await scene.startReceiver(false)
    return
  }
  const n = scene.random.between(0, scene.feeders.length - 1)
  await scene.feeders[n]?.kill()
  scene.feeders[n] = await scene.start()
}

async function openScene(context: SuiteContext, clients: number): Promise<Scene> {
  const { sql, url: database } = await openSuiteDatabase(context, 4)
  const id = randomUUID()
  const { url, startReceiver, received, secret } = await openReceivers(context)
  const sealed = seal(Buffer.from(secret), secretOwner(id), [Buffer.from('ab'.repeat(32), 'hex')])
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
    values (${id}, ${url}, ${eventKindNames.join(' ')}, ${sealed}, 'proof', now())`
  const start = () => startFeeder(context, database, salonId)
  const random = createRandom(context.seed)
  const receiver = await startReceiver(false)
  return { context, sql, receiver, startReceiver, received, feeders: [], phones, random, start }
}

/** A process that stores appointments and sends events. */
async function startFeeder(context: SuiteContext, database: string, salonId: string) {
  const script = new URL('./feeder.ts', import.meta.url)
  const { writeLine, readLine, kill } = await startScript(context, script, database, salonId)
  const waiting: ((stored: boolean) => void)[] = []
  let hasEnded = false
  const settleAll = async () => {
    for (let line = await readLine(); line !== null; line = await readLine())
      waiting.shift()?.(line === 'stored')
    hasEnded = true
    for (const settle of waiting) settle(false)
  }
  void settleAll()
  return {
    kill,
    /** True when the process has confirmed that the batch is stored; false if it failed or died before. */
    store(batch: object[]): Promise<boolean> {
      if (hasEnded) return Promise.resolve(false)
      writeLine(JSON.stringify(batch))
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** One address for all receivers, one after the other, and the file with their events. */
async function openReceivers(context: SuiteContext) {
  const folder = await mkdtemp(join(tmpdir(), 'proof-feed-'))
  context.atEnd(() => rm(folder, { recursive: true }))
  const file = join(folder, 'events.jsonl')
  await writeFile(file, '')
  const port = await freePort()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  let { seed } = context
  return {
    ...{ secret, url: `http://127.0.0.1:${port}/events` },
    startReceiver(steady: boolean) {
      const settings: ReceiverSettings = { port, secret, file, steady, seed: seed++ }
      return startScript(context, new URL('./receiver.ts', import.meta.url), JSON.stringify(settings))
    },
    received: async () =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as KeptEvent),
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
  { sql, received: readKept }: Scene,
  { planned, done }: { planned: number; done: number },
): Promise<Row[]> {
  const rows = await sql<Omit<Told, 'events'>[]>`
    select c.phone, (select count(*)::int from appointments where client_id = c.id) as appointments,
      (select count(*)::int from visits where client_id = c.id) as visits,
      (select state from visits where client_id = c.id) as state,
      (select coalesce(sum(amount), 0)::int from ledger_entries where client_id = c.id) as owed,
      (select coalesce(jsonb_agg(id order by seq), '[]') from deliveries where phone = c.phone) as queued
    from clients c order by c.phone`
  const received = await readKept()
  const clients: Told[] = rows.map((row) => ({
    ...row,
    events: received
      .filter(({ data }) => data.phone === row.phone)
      .map(({ id, data }) => ({ id, state: data.state, amount: data.amount })),
  }))
  const wrongIf = (is: (client: Told) => boolean) => (client: Told) =>
    is(client) ? `${client.phone}: ${JSON.stringify({ ...client, phone: undefined })}` : null
  const firstTimes = ({ events }: Told) => [...new Set(events.map(({ id }) => id))]
  return [
    { what: 'kills of processes and of the receiver', tried: planned, wrong: planned - done },
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
      tried: received.length,
      wrong: received.filter(({ refused }) => refused > 0).length,
    },
  ]
}
