import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteContext } from '../suite.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** One process of the service, restarted whenever it exits. */
export interface ServiceProcess {
  name: string
  /** True for a server, false for a worker. */
  serves: boolean
  origin: string
  state: 'starting' | 'ready' | 'frozen' | 'down'
  pid: number | undefined
  kill(): void
  /** Stops it with SIGSTOP for this long, like a suspended laptop or a paused container. False if it is not ready. */
  freeze(ms: number): boolean
}

interface Settings {
  name: string
  serves: boolean
  port: number
  env: Record<string, string>
}

export interface FaultCounts {
  kills: number
  freezes: number
  starts: number
  /** Exits that the suite did not cause. */
  unexpectedExits: string[]
}

interface Runner {
  settings: Settings
  counts: FaultCounts
  service: ServiceProcess
  logFile: WriteStream
  child: ChildProcess | undefined
  isWanted: boolean
  /** Whether the suite killed the current child. */
  isKilled: boolean
  thawTimer: NodeJS.Timeout | undefined
}

/** Runs `npm start` or `npm start -- worker` until the suite ends, restarting it after each exit. Its output goes to a log file. */
export async function keepRunning(
  context: SuiteContext,
  settings: Settings,
  counts: FaultCounts,
): Promise<ServiceProcess> {
  const folder = join(root, '.cache', 'prove', 'faults')
  await mkdir(folder, { recursive: true })
  const { name, serves, port } = settings
  const runner: Runner = {
    settings,
    counts,
    service: {
      name,
      serves,
      origin: `http://127.0.0.1:${port}`,
      state: 'starting',
      pid: undefined,
      kill: () => kill(runner),
      freeze: (ms) => freeze(runner, ms),
    },
    logFile: createWriteStream(join(folder, `${name}.log`)),
    child: undefined,
    isWanted: true,
    isKilled: false,
    thawTimer: undefined,
  }
  start(runner)
  context.atEnd(() => end(runner))
  return runner.service
}

function kill(runner: Runner) {
  runner.counts.kills++
  runner.isKilled = true
  runner.child?.kill('SIGKILL')
}

function freeze(runner: Runner, ms: number): boolean {
  const { service, counts } = runner
  if (service.state !== 'ready') return false
  counts.freezes++
  service.state = 'frozen'
  runner.child?.kill('SIGSTOP')
  runner.thawTimer = setTimeout(() => thaw(runner), ms)
  return true
}

function thaw({ service, child }: Runner) {
  if (service.state !== 'frozen') return
  service.state = 'ready'
  child?.kill('SIGCONT')
}

function start(runner: Runner) {
  const { settings, counts, service, logFile } = runner
  runner.isKilled = false
  service.state = 'starting'
  const args = ['api/run.js', 'main', ...(settings.serves ? [] : ['worker'])]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...settings.env, PORT: String(settings.port), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  runner.child = child
  service.pid = child.pid
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      logFile.write(chunk)
      if (service.state === 'starting' && chunk.includes('is ready')) {
        service.state = 'ready'
        counts.starts++
      }
    })
  }
  child.once('exit', (code, signal) => restartAfterExit(runner, signal ?? code))
}

function restartAfterExit(runner: Runner, reason: NodeJS.Signals | number | null) {
  const { service, counts } = runner
  clearTimeout(runner.thawTimer)
  // Expected while starting: a process that loses its database then logs the error and exits.
  const wasStarted = service.state !== 'starting'
  service.state = 'down'
  if (!runner.isKilled && runner.isWanted && wasStarted)
    counts.unexpectedExits.push(`${service.name} exited by itself (${reason})`)
  if (runner.isWanted) setTimeout(() => runner.isWanted && start(runner), runner.isKilled ? 0 : 500)
}

async function end(runner: Runner) {
  const { child, service } = runner
  runner.isWanted = false
  clearTimeout(runner.thawTimer)
  const exited = new Promise((resolve) => child?.once('exit', resolve))
  if (service.state !== 'down' && child?.kill('SIGKILL')) await exited
  runner.logFile.end()
}

/** Builds the site once; otherwise every server would do it at its first start. */
export async function buildSite(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'web/build.ts'], { cwd: root, stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`building the site failed with exit code ${code}`)
}
