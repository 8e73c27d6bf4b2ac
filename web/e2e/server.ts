import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 90_000

export const credentials = { username: 'maya', password: 'correct horse battery' }

export interface TestServer {
  url: string
  /** What the server wrote so far, for the message of a failed test. */
  output(): string
  stop(): Promise<void>
}

/**
 * The real thing: `api/main.ts` with a database of its own in a folder of its own and the simulated phone
 * network. Resolves when it is ready for requests; the admin of `credentials` exists.
 */
export async function startServer(port: number, env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-e2e-'))
  const child = spawn(process.execPath, ['api/run.js', 'main'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
      QUIET_HOURS: '00:00-24:00',
      PUBLIC_POSTS_PER_MINUTE: '1000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const url = `http://localhost:${port}`
  const stop = async () => {
    await ended(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(url, child)
  } catch (error) {
    await stop()
    throw new Error(`The server did not start: ${error}\n${output}`)
  }
  return { url, output: () => output, stop }
}

async function ready(url: string, child: ChildProcess) {
  const until = Date.now() + READY_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`no answer at ${url}/readyz`)
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
