import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { binaryFolder } from '../db/embedded.ts'
import { userFor } from '../db/postgresUser.ts'
import { nodeMemoryOf } from './cpu.ts'
import { type Figure, median } from './table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ROUNDS = 5
/** After this long nothing of the start goes on. */
const IDLE_MS = 3000

/** `npm start` of what is built, until it is ready, beside PostgreSQL's own programs that make and start a database. */
export async function benchStart(): Promise<Figure[]> {
  const seconds = { cold: [], warm: [], bareCold: [], bareWarm: [] } as Record<string, number[]>
  const memory: number[][] = []
  await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await mkdtemp(join(await scratchFolder(), 'salonback-bench-'))
    try {
      for (const kind of ['cold', 'warm']) {
        const server = await npmStart(join(folder, 'data'))
        seconds[kind]?.push(server.seconds)
        if (kind === 'warm') {
          await wait(IDLE_MS)
          memory.push(nodeMemoryOf(server.pid))
        }
        await server.stop()
      }
      await bareStarts(join(folder, 'bare'), seconds)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const row = (what: string, ours: string, bare: string, beside: string, atMost: number): Figure => ({
    what,
    ours: median(seconds[ours] ?? []),
    reference: median(seconds[bare] ?? []),
    unit: 's',
    beside,
    reach: { atMost, ofOurs: true },
  })
  const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0)
  const typical = memory.toSorted((one, other) => sum(one) - sum(other))[Math.floor(ROUNDS / 2)] ?? []
  return [
    row('npm start, data there', 'warm', 'bareWarm', 'pg_ctl start', 1),
    row('npm start, new data folder', 'cold', 'bareCold', 'initdb, pg_ctl start', 2.5),
    {
      what: 'memory of all processes of Node, idle',
      ours: sum(typical),
      unit: 'MB',
      reach: { atMost: 150 },
      note: `PSS; npm itself and the service: ${typical.map((part) => part.toFixed(0)).join(' + ')}`,
    },
  ]
}

async function npmStart(dataDir: string) {
  const port = await freePort()
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let gone = false
  void exited.then(() => {
    gone = true
  })
  for (;;) {
    if (gone) throw new Error('npm start ended')
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) break
    await wait(5)
  }
  return {
    seconds: (performance.now() - from) / 1000,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A new database is made and started, stopped, and started again. */
async function bareStarts(folder: string, seconds: Record<string, number[]>) {
  await mkdir(folder)
  const cluster = join(folder, 'cluster')
  const as = await userFor(cluster, binaryFolder())
  await as.handOver(folder)
  const port = await freePort()
  const tool = async (name: string, ...words: string[]) => {
    const [file, ...rest] = as.command([join(binaryFolder(), name), ...words])
    await promisify(execFile)(file as string, rest, { ...as.identity, cwd: folder })
  }
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  const start = () => tool('pg_ctl', '-D', cluster, '-w', '-l', join(folder, 'log'), '-o', flags, 'start')
  const stop = () => tool('pg_ctl', '-D', cluster, '-w', '-m', 'fast', 'stop')
  const timed = async (name: string, act: () => Promise<void>) => {
    const from = performance.now()
    await act()
    seconds[name]?.push((performance.now() - from) / 1000)
  }
  await timed('bareCold', async () => {
    await tool('initdb', '--pgdata', cluster, '--username=postgres', '--auth=trust', '--encoding=UTF8')
    await start()
  })
  await stop()
  await timed('bareWarm', start)
  await stop()
}
