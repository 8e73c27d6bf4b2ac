import { execFile } from 'node:child_process'
import { chmod, chown, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { type Database, openDatabase } from '../platform/db/open.ts'
import { nobody } from '../platform/db/postgresUser.ts'

const run = promisify(execFile)
const binaries = '/usr/lib/postgresql/15/bin'

/**
 * Debian's PostgreSQL 15 as a primary and a synchronous standby, over TLS only, for a role that is not a superuser.
 * Runs as an unprivileged user if this process is root. `certificate`: file with key and certificate for localhost.
 */
export async function startPair(certificate: string) {
  const cluster = await prepareFolder(certificate)
  const first = member(cluster, 'first', await freePort())
  const second = member(cluster, 'second', await freePort())
  await createPrimary(cluster, first)
  const admin = openDatabase(`postgres://postgres@localhost:${first.port}/postgres?sslmode=require`, {
    max: 1,
  })
  await admin.unsafe('create role salonback login')
  await admin.unsafe('create database salonback owner salonback')
  const from = ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'postgres']
  await cluster.exec('pg_basebackup', '-D', second.data, ...from, '-R', '-N', '-c', 'fast')
  await second.start()
  await admin.unsafe(`alter system set synchronous_standby_names = '*'`)
  await admin.unsafe('select pg_reload_conf()')
  await untilSynchronous(admin)
  await admin.end()
  const hosts = `localhost:${first.port},localhost:${second.port}`
  const rootCert = encodeURIComponent(cluster.pem)
  return {
    first,
    second,
    url: `postgres://salonback@${hosts}/salonback?sslmode=verify-full&sslrootcert=${rootCert}`,
    /** Kills all processes of a server, as a power failure would. */
    async kill(server: Member) {
      for (const pid of await server.processes()) process.kill(pid, 'SIGKILL')
    },
    async remove() {
      for (const server of [first, second]) {
        for (const pid of await server.processes().catch(() => [])) signal(pid, 'SIGKILL')
      }
      await rm(cluster.folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Cluster = Awaited<ReturnType<typeof prepareFolder>>
type Member = ReturnType<typeof member>

/** A folder with the certificate, and the user that runs the servers. */
async function prepareFolder(certificate: string) {
  const folder = await mkdtemp(join(await scratchFolder(), 'salonback-pair-'))
  const [uid, gid] = process.getuid?.() === 0 ? await nobody() : []
  const user = uid === undefined ? {} : { uid, gid }
  const giveToUser = async (path: string) => (uid === undefined ? undefined : chown(path, uid, gid ?? uid))
  // libpq looks for certificates in HOME, and this user may not read ours.
  const env = { PATH: process.env.PATH ?? '', HOME: folder }
  const exec = (tool: string, ...args: string[]) =>
    run(join(binaries, tool), args, { ...user, env, cwd: folder })
  await giveToUser(folder)
  const pem = join(folder, 'localhost.pem')
  await copyFile(certificate, pem)
  await chmod(pem, 0o600)
  await giveToUser(pem)
  return { folder, pem, exec }
}

function member({ folder, exec }: Cluster, name: string, port: number) {
  const data = join(folder, name)
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  return {
    port,
    data,
    start: () => exec('pg_ctl', '-D', data, '-w', '-l', join(folder, `${name}.log`), '-o', flags, 'start'),
    promote: () => exec('pg_ctl', '-D', data, '-w', 'promote'),
    processes: () => processesOf(data),
  }
}

async function createPrimary({ exec, pem }: Cluster, { data, start }: Member) {
  await exec('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N')
  const settings = `ssl = on\nssl_cert_file = '${pem}'\nssl_key_file = '${pem}'\n`
  await writeFile(join(data, 'postgresql.auto.conf'), settings)
  await writeFile(join(data, 'pg_hba.conf'), 'hostssl all,replication all 127.0.0.1/32 trust\n')
  await start()
}

/** Process ids of the server with this data folder: the postmaster, then its children. */
async function processesOf(data: string): Promise<number[]> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [Number(pid), ...children.trim().split(' ').filter(Boolean).map(Number)]
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already exited.
  }
}

async function untilSynchronous(admin: Database) {
  for (let tries = 0; tries < 200; tries++) {
    const rows = await admin`select 1 from pg_stat_replication where sync_state = 'sync'`
    if (rows.length > 0) return
    await wait(50)
  }
  throw new Error('the standby did not become synchronous')
}
