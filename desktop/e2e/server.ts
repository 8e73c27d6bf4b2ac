import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build/runtime.ts'
import { ended } from './desk.ts'

export const admin = { username: 'maya', password: 'correct horse battery' }

/** The real server with a database of its own; it can be stopped and started again, and remembers. */
export interface TestServer {
  origin: string
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function createTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-server-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const server: TestServer = {
    origin,
    start: async () => {
      child = spawn(process.execPath, ['api/run.js', 'main'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          // Building the app leaves 'production' behind, where no simulated phones are.
          NODE_ENV: 'test',
          PORT: String(port),
          DATA_DIR: join(folder, 'data'),
          PUBLIC_URL: origin,
          ADMIN_USERNAME: admin.username,
          ADMIN_PASSWORD: admin.password,
          QUIET_HOURS: '00:00-24:00',
          LOG_LEVEL: 'error',
        },
      })
      await answering(`${origin}/readyz`, child)
    },
    stop: async () => {
      if (child) await ended(child)
      child = null
    },
    remove: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}

async function answering(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A port nobody has now, in the range kept for these tests. */
export async function freePort(): Promise<number> {
  for (let port = 8400; port < 8450; port++) if (await isFree(port)) return port
  throw new Error('ports 8400 to 8449 are all taken')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
