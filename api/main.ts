import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand, samples } from '@salonback/shared/brand.ts'
import { isCurrent } from '@salonback/shared/build/stamp.ts'
import { errorStack } from '@salonback/shared/errorMessage.ts'
import { healthPath } from '@salonback/shared/platform/http/wire.ts'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createIngestFailures } from './core/messages/ingestFailures.ts'
import { chooseAgencySender } from './core/messages/senders.ts'
import { createCarrier } from './core/messages/twilio.ts'
import type { Deps } from './deps.ts'
import { type Env, EnvError, processEnv } from './env.ts'
import { createLog, maskNumbers } from './log.ts'
import { createFirstAdmin } from './platform/auth/firstAdmin.ts'
import { isWritableFolder } from './platform/backup/folder.ts'
import { createBackupSchedule } from './platform/backup/schedule.ts'
import { systemClock } from './platform/context.ts'
import { chooseDatabase } from './platform/db/chooseDatabase.ts'
import { startEmbedded } from './platform/db/embedded.ts'
import { MigrationBlocked, migrate } from './platform/db/migrate.ts'
import { type Database, isConnectionLoss, usedByOthers } from './platform/db/open.ts'
import { openPools } from './platform/db/pools.ts'
import { databaseFault, retryWhileUnavailable } from './platform/db/startupRetry.ts'
import { findSession } from './platform/http/access.ts'
import { isTrustedProxy } from './platform/http/address.ts'
import { createChangeFeed } from './platform/http/changeFeed.ts'
import { listen } from './platform/http/listen.ts'
import { createRejections } from './platform/http/rejections.ts'
import { siteRoutes } from './platform/http/site.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { withPhoneKeys } from './platform/privacy/keys.ts'
import { createPost } from './platform/receivers/post.ts'
import { createCountryLookup } from './platform/visitor/lookup.ts'
import { isRoot, prepareToDropRoot } from './privileges.ts'
import { reads } from './reads.ts'
import { createShutdown, maskUncaughtErrors, type Shutdown } from './shutdown.ts'
import { simulatedAccount } from './simulator/account.ts'
import { createSimulator } from './simulator/app.ts'
import { simulatorGuard } from './simulator/guard.ts'
import { keepMailIn } from './simulator/mails.ts'
import { createSubscribers } from './subscribers.ts'
import { readableLine, readyLines } from './terminalLog.ts'
import { createWorker } from './worker/worker.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `npm start` serves and sends; `npm start -- worker` only sends. Any number of processes may run. */
const workerOnly = process.argv.includes('worker')

let shutdown: Shutdown | undefined

async function main() {
  maskUncaughtErrors()
  const settings = processEnv()
  const log = createLog(settings.LOG_LEVEL, writeLog)
  shutdown = createShutdown(log)
  ignoreLostConnections(log)
  if (settings.BACKUP_DIR && !(await isWritableFolder(settings.BACKUP_DIR)))
    throw new EnvError(`BACKUP_DIR: ${settings.BACKUP_DIR} cannot be written`)
  // Both run while Postgres starts. A failure is thrown where they are awaited, so that the database is stopped first.
  const countries = createCountryLookup()
  const files = prepareFiles(settings, log)
  for (const early of [countries, files]) early.catch(() => undefined)
  const database = await openDatabase(settings, log, shutdown)
  const { env, simulated } = await prepareDatabase(database, settings)
  warnAboutSettings(env, simulated, log)
  const { sql, reserved } = database.pools
  let started = false
  const carrier = createCarrier(env, { simulated })
  const mailer = createMailer(env, { keep: simulated ? keepMailIn(sql) : null })
  const deps: Deps = {
    sql,
    reserved,
    env,
    clock: systemClock,
    log,
    changeFeed: createChangeFeed(sql),
    rejections: createRejections({ env, clock: systemClock, log }),
    ingestFailures: createIngestFailures(),
    carrier,
    post: createPost(),
    mailer,
    subscribers: createSubscribers({ env, log, clock: systemClock, carrier, mailer }),
    ...reads,
    isStarted: () => started,
    countryOf: await countries,
  }
  // From here on root is needed only to bind the port, and to stop the database, which prepareStop prepares.
  if (isRoot()) await database.embedded?.prepareStop()
  const { dropRoot } = await files
  if (workerOnly) dropRoot()
  else shutdown.add(await startServer(deps, { simulated, dropRoot }))
  const worker = createWorker({ ...deps, sql: database.pools.worker }, { listens: !workerOnly })
  await worker.start()
  shutdown.add(() => worker.stop())
  const backups = createBackupSchedule(deps)
  backups.start()
  shutdown.add(() => backups.stop())
  started = true
  setImmediate(() => deps.carrier.load?.())
  const addresses = { publicUrl: env.PUBLIC_URL, simulated }
  const ready = `${brand.name} is ready`
  if (workerOnly || !inTerminal) log.info({ ...addresses, workerOnly }, ready)
  else for (const line of [ready, ...readyLines(addresses)]) sayInTerminal(line)
}

const inTerminal = process.stdout.isTTY

/** People read plain lines; services and containers get JSON lines. */
const writeLog = (line: string) => void process.stdout.write(inTerminal ? `${readableLine(line)}\n` : line)

/** A line for the person who started the service in a terminal. */
function sayInTerminal(line: string) {
  if (inTerminal) process.stdout.write(`${line}\n`)
}

/** Builds site and console unless this process only sends, and checks whether it can run without root. */
async function prepareFiles({ BACKUP_DIR }: Env, log: Logger) {
  if (!workerOnly) await buildWeb(log)
  return { dropRoot: await prepareToDropRoot({ root, log, backups: BACKUP_DIR }) }
}

/**
 * Ignores unhandled rejections of lost connections (issue 1192 of porsager/postgres). The driver queries types on each new
 * connection without handling errors, so a database that goes away then would end the process. The caller's query still fails.
 */
function ignoreLostConnections(log: Logger) {
  process.on('unhandledRejection', (error) => {
    if (!isConnectionLoss(error)) throw error
    log.warn({ err: error }, 'a new database connection was lost')
  })
}

/** Starts the embedded Postgres unless DATABASE_URL is set, and opens the connection pools. */
async function openDatabase(settings: Env, log: Logger, shutdown: Shutdown) {
  sayInTerminal(settings.DATABASE_URL ? 'Connecting to Postgres…' : 'Starting Postgres…')
  const embedded = settings.DATABASE_URL ? null : await startEmbedded({ dataDir: settings.DATA_DIR })
  const retry = retryWhileUnavailable(log)
  const url = await retry(() => chooseDatabase(settings, embedded))
  const pools = openPools(url)
  shutdown.add(async () => {
    const shared = embedded !== null && (await usedByOthers(pools.sql).catch(() => false))
    await pools.end()
    if (!shared) await embedded?.stop()
  })
  return { embedded, pools, retry }
}

type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

/** Migrates the database, creates the first admin and the agency's sender, and returns the settings with stored values. */
async function prepareDatabase({ pools: { sql }, retry }: OpenDatabase, settings: Env) {
  await retry(() => migrate(sql))
  await retry(() => createFirstAdmin(sql, settings, (line) => process.stdout.write(`${line}\n`)))
  const withKeys = await retry(() => withPhoneKeys(sql, settings))
  const prepared = await retry(() => withCarrier(sql, withKeys))
  await retry(() => chooseAgencySender(sql, prepared.env))
  return prepared
}

/**
 * Without credentials texts go to the simulated phone network on this server's port, with an account stored in the
 * database. In production this needs SIMULATOR=on; otherwise texts wait.
 */
async function withCarrier(sql: Database, env: Env): Promise<{ env: Env; simulated: boolean }> {
  const simulated = env.SIMULATOR ?? env.NODE_ENV !== 'production'
  if (env.TWILIO_ACCOUNT_SID || !simulated) return { env, simulated: false }
  const account = await simulatedAccount(sql)
  return {
    simulated,
    env: {
      ...env,
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_FROM_NUMBER: env.TWILIO_FROM_NUMBER ?? account.number,
      TWILIO_API_BASE_URL: env.TWILIO_API_BASE_URL ?? localUrl(env),
    },
  }
}

/** The address of this process for its simulated phone network; PUBLIC_URL may lead through a proxy. */
function localUrl({ HOST, PORT }: Env): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

function warnAboutSettings(env: Env, simulated: boolean, log: Logger) {
  if (!env.TWILIO_ACCOUNT_SID) {
    log.error(
      'Texts wait and are not sent: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and a sender, or SIMULATOR=on for the simulated phone network',
    )
  }
  if (env.NODE_ENV !== 'production') return
  if (samples.length > 0) {
    log.warn({ samples }, 'shared/brand.ts still has sample values; replace them before sending texts')
  }
  if (simulated) log.warn('SIMULATOR is on: texts reach no phone; staff find them at /dev/phones')
}

/** Serves the API, the site and the console, then drops root. Returns the function that stops the server. */
async function startServer(
  deps: Deps,
  { simulated, dropRoot }: { simulated: boolean; dropRoot(): void },
): Promise<() => Promise<void>> {
  const { env, sql, clock } = deps
  const app = createApp(deps)
  // Listening only from the first stream on, its console would have to read everything twice. A stream tries again.
  void deps.changeFeed.listen().catch(() => undefined)
  const simulator = simulated ? simulatorFor(deps) : null
  if (simulator) app.route('/', simulator.app)
  await siteRoutes(app, `${root}web/dist`, env, async (c) => (await findSession(c, sql, env, clock)) !== null)
  // The first request builds the route table, which would delay a visitor.
  await app.request(healthPath)
  const server = await listen(app.fetch, {
    host: env.HOST,
    port: env.PORT,
    isProxy: (address) => isTrustedProxy(address, env.TRUST_PROXY),
  })
  // Before the event loop runs, so that no request is served as root.
  dropRoot()
  simulator?.start()
  return async () => {
    await simulator?.stop()
    await server.close()
  }
}

const simulatorFor = (deps: Deps) =>
  createSimulator({
    sql: deps.sql,
    accountSid: deps.carrier.accountSid,
    authToken: deps.env.TWILIO_AUTH_TOKEN ?? '',
    publicUrl: deps.env.PUBLIC_URL,
    webhookBase: localUrl(deps.env),
    handlesOptOut: deps.env.TWILIO_HANDLES_OPT_OUT,
    clock: deps.clock,
    log: deps.log,
    guard: simulatorGuard(deps),
  })

/** Builds the site and the console if their sources changed, in a separate process, because the API does not import `web`. */
async function buildWeb(log: Logger): Promise<void> {
  const script = `${root}web/build.ts`
  const isBuilt = (part: string) => isCurrent(root, `${root}web/dist/${part}.stamp`)
  if (existsSync(script) && (await Promise.all(['site', 'admin'].map(isBuilt))).includes(false)) {
    sayInTerminal('Building the site and the console, once…')
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, ['--import', 'tsx', script], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      child.once('exit', resolve)
    })
    if (code !== 0) log.error({ code }, 'the site could not be built; serving the previous build')
  }
}

function startupErrorMessage(error: unknown): string {
  if (error instanceof MigrationBlocked) return error.message
  const fault = error instanceof EnvError ? error.message : databaseFault(error)
  return fault ? `Wrong setting ${fault}` : errorStack(error)
}

main().catch(async (error: unknown) => {
  process.stderr.write(`${maskNumbers(startupErrorMessage(error))}\n`)
  await shutdown?.run()
  process.exit(1)
})
