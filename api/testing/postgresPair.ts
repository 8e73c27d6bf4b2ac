import { execFile } from 'node:child_process'
import { chmod, chown, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { nobody } from '../db/postgresUser.ts'

const run = promisify(execFile)
const binaries = '/usr/lib/postgresql/15/bin'

/**
 * Debian's PostgreSQL 15 as a primary and its synchronous standby, reachable over TLS only. Runs as an unprivileged user
 * where we are root. The returned role is no superuser. `certificate`: key and certificate for localhost.
 */
export async function startPair(certificate: string) {
  const folder = await mkdtemp(join(await scratchFolder(), 'salonback-pair-'))
  const [uid, gid] = process.getuid?.() === 0 ? await nobody() : []
  const as = uid === undefined ? {} : { uid, gid }
  const handOver = async (path: string) => (uid === undefined ? undefined : chown(path, uid, gid ?? uid))
  // Not our home: libpq looks for certificates there, which the unprivileged user cannot read.
  const env = { PATH: process.env.PATH ?? '', HOME: folder }
  const exec = (tool: string, ...args: string[]) =>
    run(join(binaries, tool), args, { ...as, env, cwd: folder })
  await handOver(folder)
  const pem = join(folder, 'localhost.pem')
  await copyFile(certificate, pem)
  await chmod(pem, 0o600)
  await handOver(pem)

  const member = (name: string, port: number) => {
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
  const first = member('first', await freePort())
  const second = member('second', await freePort())
  await exec('initdb', '-D', first.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N')
  const settings = `ssl = on\nssl_cert_file = '${pem}'\nssl_key_file = '${pem}'\n`
  await writeFile(join(first.data, 'postgresql.auto.conf'), settings)
  await writeFile(join(first.data, 'pg_hba.conf'), 'hostssl all,replication all 127.0.0.1/32 trust\n')
  await first.start()
  const admin = openDatabase(`postgres://postgres@localhost:${first.port}/postgres?sslmode=require`, {
    max: 1,
  })
  await admin.unsafe('create role salonback login')
  await admin.unsafe('create database salonback owner salonback')
  const from = ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'postgres']
  await exec('pg_basebackup', '-D', second.data, ...from, '-R', '-N', '-c', 'fast')
  await second.start()
  await admin.unsafe(`alter system set synchronous_standby_names = '*'`)
  await admin.unsafe('select pg_reload_conf()')
  await untilSynchronous(admin)
  await admin.end()
  const hosts = `localhost:${first.port},localhost:${second.port}`
  return {
    first,
    second,
    url: `postgres://salonback@${hosts}/salonback?sslmode=verify-full&sslrootcert=${encodeURIComponent(pem)}`,
    /** As if the machine had lost its power. */
    async kill(one: typeof first) {
      for (const pid of await one.processes()) process.kill(pid, 'SIGKILL')
    },
    async remove() {
      for (const one of [first, second]) {
        for (const pid of await one.processes().catch(() => [])) signal(pid, 'SIGKILL')
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The server of this data folder first, then what works for it. */
async function processesOf(data: string): Promise<number[]> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [Number(pid), ...children.trim().split(' ').filter(Boolean).map(Number)]
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // Gone by itself.
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
