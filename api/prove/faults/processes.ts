import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goAsUsual } from '../priority.ts'
import type { Proving } from '../suite.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** One process of the service, started again whenever it was killed. */
export interface ServiceProcess {
  name: string
  serves: boolean
  origin: string
  state: 'starting' | 'ready' | 'frozen' | 'down'
  pid: number | undefined
  kill(): void
  /** Stops it (SIGSTOP) for this long, like a sleeping laptop or a paused container. False when it is not running. */
  freeze(ms: number): boolean
  thaw(): void
}

interface Settings {
  name: string
  serves: boolean
  port: number
  env: Record<string, string>
}

/** What happened to processes, by us and by themselves. */
export interface FaultCounts {
  kills: number
  freezes: number
  starts: number
  /** Exits that the suite did not cause. */
  ownEnds: string[]
}

/** `npm start`, or `npm start -- worker`, restarted until the suite ends. Its output goes to a file of its own. */
export async function keepRunning(
  proving: Proving,
  settings: Settings,
  counts: FaultCounts,
): Promise<ServiceProcess> {
  const folder = join(root, '.cache', 'prove', 'faults')
  await mkdir(folder, { recursive: true })
  const file = createWriteStream(join(folder, `${settings.name}.log`))
  let child: ChildProcess
  let wanted = true
  let ours = false
  let timer: NodeJS.Timeout | undefined
  const service: ServiceProcess = {
    name: settings.name,
    serves: settings.serves,
    origin: `http://127.0.0.1:${settings.port}`,
    state: 'starting',
    pid: undefined,
    kill() {
      counts.kills++
      ours = true
      child.kill('SIGKILL')
    },
    freeze(ms) {
      if (service.state !== 'ready') return false
      counts.freezes++
      service.state = 'frozen'
      child.kill('SIGSTOP')
      timer = setTimeout(service.thaw, ms)
      return true
    },
    thaw() {
      clearTimeout(timer)
      if (service.state !== 'frozen') return
      service.state = 'ready'
      child.kill('SIGCONT')
    },
  }

  function start() {
    ours = false
    service.state = 'starting'
    const words = ['api/run.js', 'main', ...(settings.serves ? [] : ['worker'])]
    child = spawn(process.execPath, words, {
      cwd: root,
      env: { ...settings.env, PORT: String(settings.port), LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    goAsUsual(child.pid)
    service.pid = child.pid
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        file.write(chunk)
        if (service.state === 'starting' && chunk.includes('is ready')) {
          service.state = 'ready'
          counts.starts++
        }
      })
    }
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      // A process whose database goes away while it starts logs that and exits; it is started again here.
      const atWork = service.state !== 'starting'
      service.state = 'down'
      if (!ours && wanted && atWork)
        counts.ownEnds.push(`${settings.name} ended by itself (${signal ?? code})`)
      if (wanted) setTimeout(() => wanted && start(), ours ? 0 : 500)
    })
  }

  start()
  proving.atEnd(async () => {
    wanted = false
    clearTimeout(timer)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (service.state !== 'down' && child.kill('SIGKILL')) await gone
    file.end()
  })
  return service
}

/** What every server would do at its first start: once, before there are several. */
export async function buildSite(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'web/build.ts'], { cwd: root, stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('the site could not be built')
}
