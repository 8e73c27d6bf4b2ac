import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand, samples } from '@salonback/shared/brand.ts'
import { isCurrent } from '@salonback/shared/build/stamp.ts'
import { errorStack } from '@salonback/shared/errorMessage.ts'
import { healthPath } from '@salonback/shared/http/wire.ts'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createFirstAdmin } from './auth/firstAdmin.ts'
import { createBackupSchedule } from './backup/schedule.ts'
import { startEmbedded } from './db/embedded.ts'
import { MigrationBlocked, migrate } from './db/migrate.ts'
import { type Database, isConnectionLoss, usedByOthers } from './db/open.ts'
import { openPools } from './db/pools.ts'
import { startPulse } from './db/pulse.ts'
import { databaseFault, retryWhileAway } from './db/startupRetry.ts'
import { findSetup } from './db/survey.ts'
import { type Deps, systemClock } from './deps.ts'
import { type Env, EnvError, processEnv } from './env.ts'
import { findSession } from './http/access.ts'
import { listen } from './http/listen.ts'
import { createRejections } from './http/rejections.ts'
import { siteRoutes } from './http/site.ts'
import { createLog, maskNumbers } from './log.ts'
import { createLapses } from './messages/lapses.ts'
import { createCarrier } from './messages/twilio.ts'
import { createWorker } from './messages/worker.ts'
import { withPhoneKeys } from './privacy/keys.ts'
import { isRoot, prepareToDropRoot } from './privileges.ts'
import { simulatedAccount } from './simulator/account.ts'
import { createSimulator } from './simulator/app.ts'
import { simulatorGuard } from './simulator/guard.ts'
import { createCountryLookup } from './visitor/lookup.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `npm start` serves everything; `npm start -- worker` only sends what is due, beside any number of others. */
const workerOnly = process.argv.includes('worker')

async function main() {
  const settings = processEnv()
  const log = createLog(settings.LOG_LEVEL)
  const stops: (() => Promise<unknown>)[] = []
  undo = onSignal(stops, log)
  surviveLostConnections(log)
  const countries = createCountryLookup()
  const embedded = settings.DATABASE_URL ? null : await startEmbedded({ dataDir: settings.DATA_DIR })
  const step = retryWhileAway(log)
  const setup = await step(() => findSetup(settings, embedded))
  const pulse = startPulse(setup, log)
  const pools = openPools(setup, pulse)
  const { sql, reserved, listener } = pools
  stops.push(async () => {
    const shared = embedded !== null && (await usedByOthers(sql).catch(() => false))
    pulse.stop()
    await pools.end()
    if (!shared) await embedded?.stop()
  })
  if (!listener)
    log.warn('no LISTEN through this pooler: set DATABASE_DIRECT_URL, else changes are read every second')
  await step(() => migrate(sql, (line) => log.warn(line)))
  await step(() => createFirstAdmin(sql, settings, (line) => process.stdout.write(`${line}\n`)))
  const withKeys = await step(() => withPhoneKeys(sql, settings))
  const { env, simulated } = await step(() => withCarrier(sql, withKeys))
  warn(env, simulated, log)
  const clock = systemClock
  if (!settings.PHONE_HASH_KEY && settings.DATABASE_URL && env.PHONE_HASH_KEY) {
    log.warn('PHONE_HASH_KEY is not set: the key of erased numbers is still kept in the database itself')
  }
  let started = false
  const deps: Deps = {
    sql,
    reserved,
    listener,
    env,
    clock,
    log,
    rejections: createRejections({ env, clock, log }),
    lapses: createLapses(),
    carrier: createCarrier(env, { simulated }),
    isStarted: () => started,
    countryOf: await countries,
  }
  // From here on root is needed only to bind the port and to stop the database, which keepStop has prepared.
  if (isRoot()) await embedded?.keepStop()
  if (workerOnly) (await prepareToDropRoot({ root, log }))()
  else stops.push(await serveEverything(deps, simulated))
  const worker = createWorker({ ...deps, sql: pools.worker }, { listens: !workerOnly })
  await worker.start()
  stops.push(() => worker.stop())
  const backups = createBackupSchedule(deps)
  backups.start()
  stops.push(() => backups.stop())
  started = true
  setImmediate(() => deps.carrier.load?.())
  log.info({ publicUrl: env.PUBLIC_URL, simulated, workerOnly }, `${brand.name} is ready`)
}

/**
 * The driver (postgres 3.4.9) asks for types on every new connection and waits for the answer with nobody listening: a
 * database that goes away at that moment would end the process. Whoever wanted the connection is told by their own query.
 */
function surviveLostConnections(log: Logger) {
  process.on('unhandledRejection', (error) => {
    if (!isConnectionLoss(error)) throw error
    log.warn({ err: error }, 'a connection to the database was lost as it was made')
  })
}

/**
 * Without credentials texts go to the simulated phone network on our own port, with an account kept in the database; in
 * production only when that is asked for, and otherwise nowhere: they wait.
 */
async function withCarrier(sql: Database, env: Env): Promise<{ env: Env; simulated: boolean }> {
  const wanted = env.SIMULATOR ?? env.NODE_ENV !== 'production'
  if (env.TWILIO_ACCOUNT_SID || !wanted) return { env, simulated: false }
  const account = await simulatedAccount(sql)
  return {
    simulated: true,
    env: {
      ...env,
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_FROM_NUMBER: env.TWILIO_FROM_NUMBER ?? account.number,
      TWILIO_API_BASE_URL: env.TWILIO_API_BASE_URL ?? ownAddress(env),
    },
  }
}

/** Where this very process answers, for the phone network within it: PUBLIC_URL may lead through a proxy. */
function ownAddress({ HOST, PORT }: Env): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

async function serveEverything(deps: Deps, simulated: boolean): Promise<() => Promise<void>> {
  const { env, log } = deps
  const webDir = await buildWeb(log)
  const app = createApp(deps)
  const simulator = simulated
    ? createSimulator({
        sql: deps.sql,
        accountSid: deps.carrier.accountSid,
        authToken: env.TWILIO_AUTH_TOKEN ?? '',
        publicUrl: env.PUBLIC_URL,
        webhookBase: ownAddress(env),
        handlesOptOut: env.TWILIO_HANDLES_OPT_OUT,
        clock: deps.clock,
        log,
        guard: simulatorGuard(deps),
      })
    : null
  if (simulator) app.route('/', simulator.app)
  const signedIn = async (c: Context) => (await findSession(c, deps.sql, env, deps.clock)) !== null
  await siteRoutes(app, webDir, env, signedIn)
  // Builds the route table, which is made with the first call and kept.
  await app.request(healthPath)
  const dropRoot = await prepareToDropRoot({ root, log })
  const server = await listen(app.fetch, { host: env.HOST, port: env.PORT })
  // At once: the first request is answered without it.
  dropRoot()
  simulator?.start()
  return async () => {
    await simulator?.stop()
    await server.close()
  }
}

/** Builds the site and the console where their sources changed; the build is another part and runs on its own. */
async function buildWeb(log: Logger): Promise<string> {
  const script = `${root}web/build.ts`
  const isBuilt = (part: string) => isCurrent(root, `${root}web/dist/${part}.stamp`)
  if (existsSync(script) && (await Promise.all(['site', 'admin'].map(isBuilt))).includes(false)) {
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, ['--import', 'tsx', script], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      child.once('exit', resolve)
    })
    if (code !== 0) log.error({ code }, 'the site could not be built; serving what is there')
  }
  return `${root}web/dist`
}

function warn(env: Env, simulated: boolean, log: Logger) {
  if (!env.TWILIO_ACCOUNT_SID) {
    log.error(
      'No texts are sent, they wait: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and a sender, or SIMULATOR=on for the simulated phone network',
    )
  }
  if (env.NODE_ENV !== 'production') return
  if (samples.length > 0) {
    log.warn({ samples }, 'shared/brand.ts still has sample values; replace them before texting anybody')
  }
  if (simulated) log.warn('SIMULATOR is on: texts reach nobody; staff find them at /dev/phones')
}

/** Supervisors kill after 30 s, and would not say why. */
const MAX_STOP_MS = 29_000

/** Stops in the reverse order of starting: no new requests, wait for those in flight, then the database. */
function onSignal(stops: (() => Promise<unknown>)[], log: Logger): () => Promise<void> {
  const stopAll = async () => {
    for (const step of stops.reverse()) await step().catch((error) => log.error({ err: error }, 'stopping'))
  }
  // npm hands on the Ctrl-C that its child gets as well: the second signal waits for the same end.
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopAll()
    return stopping
  }
  const end = () => {
    setTimeout(() => {
      log.error('something does not end; leaving all the same')
      process.exit(1)
    }, MAX_STOP_MS).unref()
    void stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  return stop
}

// What nobody caught ends the process as it would without this, but for the numbers an error may quote.
process.on('uncaughtException', (error: unknown) => {
  process.stderr.write(`${maskNumbers(errorStack(error))}\n`)
  process.exit(1)
})

function lineOf(error: unknown): string {
  if (error instanceof MigrationBlocked) return error.message
  const fault = databaseFault(error)
  if (fault) return `Wrong setting ${fault}`
  return errorStack(error)
}

let undo: () => Promise<void> = async () => undefined

main().catch(async (error: unknown) => {
  const line = error instanceof EnvError ? `Wrong setting ${error.message}` : lineOf(error)
  process.stderr.write(`${maskNumbers(line)}\n`)
  await undo()
  process.exit(1)
})
