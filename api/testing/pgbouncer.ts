import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { onTestFinished } from 'vitest'
import { nobody } from '../platform/db/postgresUser.ts'

/** Debian's PgBouncer in front of this database. Runs as an unprivileged user, because PgBouncer refuses root. */
export async function startPgbouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  more: string[] = [],
) {
  const { hostname, port, username, password } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'salonback-pgbouncer-'))
  const listenPort = await freePort()
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    // Every client connects as the role above.
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 20',
    'max_client_conn = 500',
    ...more,
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`, { mode: 0o644 })
  await chmod(folder, 0o755)
  const [uid, gid] = process.getuid?.() === 0 ? await nobody() : []
  const child = spawn('/usr/sbin/pgbouncer', [join(folder, 'pgbouncer.ini')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid, gid }),
  })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })
  await untilListening(child)
  const url = new URL(databaseUrl)
  url.port = String(listenPort)
  return url.href
}

/** Resolves when PgBouncer accepts connections; rejects with its log if it exits first. */
function untilListening(child: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk
      if (log.includes('process up')) resolve()
    })
  })
}
