import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { type Database, openDatabase } from '../../platform/db/open.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { AUTH_TOKEN, SENDER } from '../../testing/start.ts'
import { type Carrier, startCarrier } from '../carrier.ts'
import { watchLags } from '../lags.ts'
import { raisePriority } from '../priority.ts'
import { createRandom } from '../random.ts'
import { addSalonSenders } from '../senders.ts'
import type { Row, Scale, SuiteContext } from '../suite.ts'
import { runActivity } from './activity.ts'
import { createCarrierFaults } from './carrierFaults.ts'
import { checkAll } from './checks.ts'
import { type CrashingPostgres, startCrashingPostgres } from './crashingPostgres.ts'
import { drain } from './drain.ts'
import { createJournal, uniqueNumbers } from './journal.ts'
import { createPhones } from './phones.ts'
import { buildSite, type FaultCounts, keepRunning } from './processes.ts'
import { createProcessFaults } from './processFaults.ts'
import { setUpSalons } from './salonCampaigns.ts'
import type { Size, Stage } from './stage.ts'
import { postReceipt, serviceSettings, type TestBed } from './testBed.ts'

const sizes: Record<Scale, Size> = {
  short: {
    servers: 2,
    workers: 1,
    firstTexts: 300,
    campaigns: 3,
    sendRate: 60,
    activityMs: 9000,
    kills: 4,
    freezes: 4,
    longestFreezeMs: 3000,
    crashes: 1,
    lateNumbers: 8,
    lateMs: 6000,
    longFreezeMs: 0,
    stopBursts: 1,
  },
  full: {
    servers: 3,
    workers: 2,
    firstTexts: 5000,
    campaigns: 5,
    sendRate: 40,
    activityMs: 200_000,
    kills: 100,
    freezes: 30,
    longestFreezeMs: 60_000,
    crashes: 3,
    lateNumbers: 60,
    lateMs: 30_000,
    longFreezeMs: 225_000,
    stopBursts: 5,
  },
}

/** Texts per second of the first salon; about as many are queued. */
const SALON_RATE = 8

const PASSWORD = 'proof beside 3 servers and 2 workers'

/**
 * Faults: several servers and workers share one Postgres while people and the carrier behave badly, processes are killed or
 * frozen, and the database crashes. Then waits until nothing is left to do and checks the result.
 */
export async function proveFaults(context: SuiteContext): Promise<Row[]> {
  const size = sizes[context.scale]
  const counts: FaultCounts = { kills: 0, freezes: 0, starts: 0, unexpectedExits: [] }
  await buildSite()
  const postgres = await startCrashingPostgres(context)
  const stage = await startStage(context, size, counts, postgres)
  context.log('the service is ready; activity and faults begin')
  await runActivity(stage)
  await drain(stage)
  return checkAll(stage, { counts, crashes: postgres.crashes })
}

async function startStage(
  context: SuiteContext,
  size: Size,
  counts: FaultCounts,
  postgres: CrashingPostgres,
): Promise<Stage> {
  const random = createRandom(context.seed)
  raisePriority(context)
  const carrierFaults = createCarrierFaults(random.fork('carrier'), size.lateMs)
  // The carrier calls the process faults, which are created later.
  const hooks: { onCall(caller: string): void } = { onCall: () => undefined }
  const certificateFile = await createCertificate(context)
  const carrier = await startCarrier({
    pem: await readFile(certificateFile, 'utf8'),
    plan: carrierFaults.plan,
    failsQuery: carrierFaults.failsQuery,
    onCall: (caller) => hooks.onCall(caller),
    post: (receipt) => postReceipt(testBed, receipt),
    received: () => testBed.journal.ownerTexts,
  })
  context.atEnd(carrier.stop)
  const lags = watchLags(context)
  const journal = createJournal()
  const testBed: TestBed = { context, random, journal, lags, carrier, processes: [], senders: [], cookie: '' }
  await startProcesses(testBed, size, counts, { postgres, certificateFile })
  testBed.cookie = await sessionCookie(testBed.processes[0]?.origin ?? '', 'maya', PASSWORD)
  const sql = openDatabase(postgres.url, { max: 4 })
  context.atEnd(() => sql.end({ timeout: 5 }))
  testBed.senders = await addSalonSenders(sql)
  await sql`update senders set rate_per_second = ${SALON_RATE} where id = ${testBed.senders[1]?.id ?? null}`
  const newNumber = uniqueNumbers(random.fork('numbers'))
  journal.prospects = await insertProspects(sql, size.firstTexts, newNumber)
  for (const { phone } of random.fork('late').shuffle(journal.prospects).slice(0, size.lateNumbers))
    carrierFaults.lateNumbers.add(phone)
  const phones = createPhones(testBed)
  const processFaults = createProcessFaults(testBed, sql, postgres, phones)
  hooks.onCall = processFaults.onCall
  const stage = { testBed, size, sql, carrierFaults, phones, processFaults, newNumber }
  await setUpSalons(stage)
  return stage
}

/** What the processes of the service connect to, and trust. */
interface Surroundings {
  postgres: CrashingPostgres
  certificateFile: string
}

/** The carrier's certificate, deleted at the end. */
async function createCertificate(context: SuiteContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-certificate-'))
  context.atEnd(() => rm(folder, { recursive: true, force: true }))
  return makeCertificate(folder)
}

async function startProcesses(testBed: TestBed, size: Size, counts: FaultCounts, around: Surroundings) {
  const { context, carrier, processes } = testBed
  for (let n = 0; n < size.servers + size.workers; n++) {
    const serves = n < size.servers
    const name = serves ? `server ${n + 1}` : `worker ${n - size.servers + 1}`
    const env = await settingsOf(name, carrier, size, around)
    processes.push(await keepRunning(context, { name, serves, port: await freePort(), env }, counts))
  }
  context.log('starting the service')
  while (processes.some(({ state }) => state !== 'ready')) {
    context.signal.throwIfAborted()
    await wait(50)
  }
}

const settingsOf = async (
  name: string,
  carrier: Carrier,
  size: Size,
  { postgres, certificateFile }: Surroundings,
) =>
  serviceSettings({
    DATABASE_URL: postgres.url,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM_NUMBER: SENDER,
    NODE_EXTRA_CA_CERTS: certificateFile,
    TWILIO_API_BASE_URL: await carrier.listenFor(name),
    SEND_RATE_PER_SECOND: String(size.sendRate),
    ADMIN_USERNAME: 'maya',
    ADMIN_PASSWORD: PASSWORD,
  })

function insertProspects(sql: Database, count: number, newNumber: () => string) {
  const given = Array.from({ length: count }, (_, n) => ({
    name: `Salon ${n + 1}`,
    phone: newNumber(),
    country: 'GB',
    phoneType: 'mobile',
  }))
  return sql<{ id: string; phone: string; name: string }[]>`
    insert into prospects ${sql(given)} returning id, phone, name`
}
