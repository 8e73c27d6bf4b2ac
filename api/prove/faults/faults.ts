import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { openDatabase } from '../../db/open.ts'
import { AUTH_TOKEN, SENDER } from '../../testing/start.ts'
import { startCarrier } from '../carrier.ts'
import { watchLags } from '../lags.ts'
import { goFirst } from '../priority.ts'
import { createRandom } from '../random.ts'
import type { Proving, Row, Scale } from '../suite.ts'
import { runActivity } from './activity.ts'
import { createCarrierFaults } from './carrierFaults.ts'
import { checkAll } from './checks.ts'
import { startCrashingPostgres } from './crashingPostgres.ts'
import { drain } from './drain.ts'
import { createJournal, uniqueNumbers } from './journal.ts'
import { createPhones } from './phones.ts'
import { buildSite, type FaultCounts, keepRunning } from './processes.ts'
import { createProcessFaults } from './processFaults.ts'
import type { Size } from './stage.ts'
import { postReceipt, type Surroundings, serviceSettings } from './surroundings.ts'

const sizes: Record<Scale, Size> = {
  short: {
    servers: 2,
    workers: 1,
    firstTexts: 300,
    campaigns: 3,
    rate: 60,
    activityMs: 9000,
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
    activityMs: 200_000,
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
export async function proveFaults(proving: Proving): Promise<Row[]> {
  const size = sizes[proving.scale]
  const counts: FaultCounts = { kills: 0, freezes: 0, starts: 0, ownEnds: [] }
  const random = createRandom(proving.seed)
  await buildSite()
  const postgres = await startCrashingPostgres(proving)
  goFirst(proving)
  const carrierFaults = createCarrierFaults(random.fork('carrier'), size.lateMs)
  const hooks: { onCall(caller: string): void } = { onCall: () => undefined }
  const carrier = await startCarrier({
    plan: carrierFaults.plan,
    failsQuery: carrierFaults.failsQuery,
    onCall: (caller) => hooks.onCall(caller),
    post: (receipt) => postReceipt(surroundings, receipt),
    received: () => surroundings.journal.ownerTexts,
  })
  proving.atEnd(carrier.stop)
  const lags = watchLags(proving)
  const surroundings: Surroundings = {
    proving,
    random,
    journal: createJournal(),
    lags,
    carrier,
    processes: [],
    cookie: '',
  }
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
    surroundings.processes.push(
      await keepRunning(proving, { name, serves, port: await freePort(), env }, counts),
    )
  }
  proving.log('starting the service')
  await allReady(surroundings)
  surroundings.cookie = await sessionCookie(surroundings.processes[0]?.origin ?? '', 'maya', PASSWORD)
  const sql = openDatabase(postgres.url, { max: 4 })
  proving.atEnd(() => sql.end({ timeout: 5 }))
  const phoneOf = uniqueNumbers(random.fork('numbers'))
  const given = Array.from({ length: size.firstTexts }, (_, n) => ({
    name: `Salon ${n + 1}`,
    phone: phoneOf(),
  }))
  surroundings.journal.prospects = await sql<{ id: string; phone: string; name: string }[]>`
    insert into prospects ${sql(given.map((one) => ({ ...one, country: 'GB', phoneType: 'mobile' })))}
    returning id, phone, name`
  for (const { phone } of random.fork('late').shuffle(surroundings.journal.prospects).slice(0, size.late))
    carrierFaults.late.add(phone)
  const phones = createPhones(surroundings)
  const processFaults = createProcessFaults(surroundings, sql, postgres, phones)
  hooks.onCall = processFaults.onCall
  const stage = { surroundings, size, sql, carrierFaults, phones, processFaults, phoneOf }
  proving.log('living')
  await runActivity(stage)
  await drain(stage)
  return checkAll(stage, { counts, crashes: postgres.crashes })
}

async function allReady({ processes, proving }: Surroundings) {
  while (processes.some(({ state }) => state !== 'ready')) {
    proving.signal.throwIfAborted()
    await wait(50)
  }
}
