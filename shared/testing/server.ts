import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contracts } from '../contracts.ts'
import { createClient } from '../platform/http/client.ts'
import { freePort } from './freePort.ts'
import { scratchFolder } from './scratch.ts'
import { WAIT_MS } from './waitMs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

/** The admin of every started server. */
export const credentials = { username: 'maya', password: 'correct horse' }

/** Setting: texts are sent at any hour. */
export const openHours = { QUIET_HOURS: '00:00-24:00' }

export interface RunningServer {
  origin: string
  dataDir: string
  child: ChildProcess
  /** stdout and stderr so far. */
  output(): string
  /** Starts the server again with the same settings, data and port. */
  restart(): Promise<RunningServer>
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** Stops the server if it runs, and deletes its data. */
  remove(): Promise<void>
}

/** Starts a server with `npm start`'s command, in a new process and data folder. */
export async function startServer(
  settings: Record<string, string> = {},
  existing?: { dataDir: string; port: number },
): Promise<RunningServer> {
  const dataDir = existing?.dataDir ?? (await mkdtemp(join(await scratchFolder(), 'salonback-server-')))
  const port = existing?.port ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  // With a shell, as npm runs it: signals must reach the server behind the shell.
  const child = spawn('sh', ['-c', manifest.scripts.start], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: origin,
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const server: RunningServer = {
    origin,
    dataDir,
    child,
    output: () => output,
    restart: () => startServer(settings, { dataDir, port }),
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async remove() {
      if (child.exitCode === null && child.signalCode === null) await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await waitUntilReady(server, exited)
  return server
}

async function waitUntilReady({ origin, output }: RunningServer, exited: Promise<number | null>) {
  let hasExited = false
  void exited.then(() => {
    hasExited = true
  })
  for (let waited = 0; waited < 2 * WAIT_MS && !hasExited; waited += 50) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`The server did not become ready:\n${output()}`)
}

/** Logs in and returns the session cookie; throws if the login is rejected. */
export async function sessionCookie(
  origin: string,
  username = credentials.username,
  password = credentials.password,
) {
  const response = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!response.ok || !cookie) throw new Error(`login failed: ${response.status} ${await response.text()}`)
  return cookie
}

/** Logs in. Returns a client, and its fetch for paths that are not in the contract. */
export async function logIn(origin: string, username?: string, password?: string) {
  return withCookie(origin, await sessionCookie(origin, username, password))
}

/** A client with this session cookie, and its fetch for paths that are not in the contract. */
export function withCookie(origin: string, cookie: string) {
  const staffFetch: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookie)
    return fetch(input, { ...init, headers })
  }
  return { staff: createClient(contracts, { base: origin, fetch: staffFetch }), staffFetch }
}

/** Polls `ask` until `fits` accepts the answer; throws after `seconds`. For state in another process. */
export async function until<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  seconds = WAIT_MS / 1000,
): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (Date.now() > end)
      throw new Error(`still not after ${seconds} s: ${JSON.stringify(answer).slice(0, 500)}`)
    await wait(50)
  }
}
