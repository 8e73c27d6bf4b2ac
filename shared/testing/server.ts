import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contracts } from '../contracts.ts'
import { createClient } from '../http/client.ts'
import { freePort } from './freePort.ts'
import { scratchFolder } from './scratch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

/** The admin every started server has. */
export const credentials = { username: 'maya', password: 'correct horse' }

/** Texts leave at any hour. */
export const openHours = { QUIET_HOURS: '00:00-24:00' }

export interface RunningServer {
  origin: string
  dataDir: string
  child: ChildProcess
  /** What it printed, for a failure's message. */
  output(): string
  /** Starts the same server again on the same data; after a kill, say. */
  again(): Promise<RunningServer>
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>
  /** SIGKILL: nothing is finished, nothing is said. */
  kill(): Promise<void>
  /** Stops it if it runs, and removes its data. */
  remove(): Promise<void>
}

/** A whole server as `npm start` makes it, in a process and a data folder of its own. */
export async function startServer(
  settings: Record<string, string> = {},
  given?: { dataDir: string; port: number },
): Promise<RunningServer> {
  const dataDir = given?.dataDir ?? (await mkdtemp(join(await scratchFolder(), 'salonback-server-')))
  const port = given?.port ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  // As npm runs it: a signal must reach the server, not only the shell around it.
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
    again: () => startServer(settings, { dataDir, port }),
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
  await ready(server, exited)
  return server
}

async function ready({ origin, output }: RunningServer, exited: Promise<number | null>) {
  let gone = false
  void exited.then(() => {
    gone = true
  })
  for (let waited = 0; waited < 120_000 && !gone; waited += 50) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`The server did not get ready:\n${output()}`)
}

/** The session cookie of a login; throws when it is refused. */
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

/** A client with the session of an admin, and its fetch for what stands outside the call table. */
export async function logIn(origin: string, username?: string, password?: string) {
  return withCookie(origin, await sessionCookie(origin, username, password))
}

/** A client with this session, and its fetch for what stands outside the call table. */
export function withCookie(origin: string, cookie: string) {
  const staffFetch: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookie)
    return fetch(input, { ...init, headers })
  }
  return { staff: createClient(contracts, { base: origin, fetch: staffFetch }), staffFetch }
}

/** Asks until the answer fits or the time is up; for what another process does in its own time. */
export async function until<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  seconds = 60,
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
