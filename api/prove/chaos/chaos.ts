import { setTimeout as wait } from 'node:timers/promises'
import { freePort, sessionCookie } from '@salonback/shared/testing/server.ts'
import { openDatabase } from '../../db/open.ts'
import { AUTH_TOKEN, SENDER } from '../../testing/start.ts'
import { startCarrier } from '../carrier.ts'
import { watchLags } from '../lags.ts'
import { goFirst } from '../priority.ts'
import { createRandom } from '../random.ts'
import type { Proving, Row, Scale } from '../suite.ts'
import { createBook, numbers } from './book.ts'
import { createMoods } from './carrierMoods.ts'
import { checkAll } from './checks.ts'
import { startCrashingPostgres } from './crashingPostgres.ts'
import { settle } from './drain.ts'
import { live } from './live.ts'
import { createPhones } from './phones.ts'
import { buildSite, keepRunning, type Toll } from './processes.ts'
import type { Size } from './stage.ts'
import { createTrouble } from './trouble.ts'
import { postReceipt, serviceSettings, type World } from './world.ts'

const sizes: Record<Scale, Size> = {
  short: {
    servers: 2,
    workers: 1,
    firstTexts: 300,
    campaigns: 3,
    rate: 60,
    liveMs: 9000,
    kills: 4,
    freezes: 4,
    longestFreezeMs: 3000,
    crashes: 1,
    late: 8,
    lateMs: 6000,
    longSleepMs: 0,
    bursts: 1,
  },
  full: {
    servers: 3,
    workers: 2,
    firstTexts: 5000,
    campaigns: 5,
    rate: 40,
    liveMs: 200_000,
    kills: 100,
    freezes: 30,
    longestFreezeMs: 60_000,
    crashes: 3,
    late: 60,
    lateMs: 30_000,
    longSleepMs: 225_000,
    bursts: 5,
  },
}

const PASSWORD = 'proof beside 3 servers and 2 workers'

/**
 * Chaos: several servers and workers on one Postgres, people and a carrier that misbehave, processes killed and frozen
 * at the worst moments, the database crashed. Then everything comes to rest and is counted from three sides.
 */
export async function chaos(proving: Proving): Promise<Row[]> {
  const size = sizes[proving.scale]
  const toll: Toll = { kills: 0, freezes: 0, starts: 0, ownEnds: [] }
  const random = createRandom(proving.seed)
  await buildSite()
  const postgres = await startCrashingPostgres(proving)
  goFirst(proving)
  const moods = createMoods(random.fork('carrier'), size.lateMs)
  const hooks: { onCall(caller: string): void } = { onCall: () => undefined }
  const carrier = await startCarrier({
    plan: moods.plan,
    breaksAsking: moods.breaksAsking,
    onCall: (caller) => hooks.onCall(caller),
    post: (receipt) => postReceipt(world, receipt),
  })
  proving.atEnd(carrier.stop)
  const lags = watchLags(proving)
  const world: World = { proving, random, book: createBook(), lags, carrier, processes: [], cookie: '' }
  for (let n = 0; n < size.servers + size.workers; n++) {
    const serves = n < size.servers
    const name = serves ? `server ${n + 1}` : `worker ${n - size.servers + 1}`
    const env = serviceSettings({
      DATABASE_URL: postgres.url,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM_NUMBER: SENDER,
      TWILIO_API_BASE_URL: await carrier.listenFor(name),
      SEND_RATE_PER_SECOND: String(size.rate),
      ADMIN_USERNAME: 'maya',
      ADMIN_PASSWORD: PASSWORD,
    })
    world.processes.push(await keepRunning(proving, { name, serves, port: await freePort(), env }, toll))
  }
  proving.log('starting the service')
  await allReady(world)
  world.cookie = await sessionCookie(world.processes[0]?.origin ?? '', 'maya', PASSWORD)
  const sql = openDatabase(postgres.url, { max: 4 })
  proving.atEnd(() => sql.end({ timeout: 5 }))
  const phoneOf = numbers(random.fork('numbers'))
  const given = Array.from({ length: size.firstTexts }, (_, n) => ({
    name: `Salon ${n + 1}`,
    phone: phoneOf(),
  }))
  world.book.prospects = await sql<{ id: string; phone: string; name: string }[]>`
    insert into prospects ${sql(given.map((one) => ({ ...one, country: 'GB', phoneType: 'mobile' })))}
    returning id, phone, name`
  for (const { phone } of random.fork('late').shuffle(world.book.prospects).slice(0, size.late))
    moods.late.add(phone)
  const phones = createPhones(world)
  const trouble = createTrouble(world, sql, postgres, phones)
  hooks.onCall = trouble.onCall
  const stage = { world, size, sql, moods, phones, trouble, phoneOf }
  proving.log('living')
  await live(stage)
  await settle(stage)
  return checkAll(stage, { toll, crashes: postgres.crashes })
}

async function allReady({ processes, proving }: World) {
  while (processes.some(({ state }) => state !== 'ready')) {
    proving.signal.throwIfAborted()
    await wait(50)
  }
}
