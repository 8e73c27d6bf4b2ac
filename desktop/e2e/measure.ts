import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { ensureSystemPackages } from '@salonback/shared/testing/systemPackages.ts'
import { packageApp } from '../build/package.ts'
import { electronRuntime } from '../build/runtime.ts'
import { pssOf } from './memory.ts'
import { startTestDesktop, stopProcess } from './testDesktop.ts'

/** One start of an app. */
interface Start {
  /** Until the heading was painted. */
  milliseconds: number
  /** Memory of all processes when idle. */
  megabytes: number
}

const rounds = 5

/**
 * Starts the packed app to its login screen and a bare one-window Electron app, alternately, on the same Electron. Prints
 * the medians of both as one line of JSON.
 */
async function main() {
  ensureSystemPackages()
  const program = await packageApp('dir')
  const bare = await bareApp()
  const desktop = await startTestDesktop()
  const ours: Start[] = []
  const theirs: Start[] = []
  try {
    // The first start of each fills the disk cache and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const pair = [
        await measure(program, desktop.env, 'Admin Login'),
        await measure(bare.program, desktop.env, 'Bare'),
      ] as const
      if (round === 0) continue
      ours.push(pair[0])
      theirs.push(pair[1])
    }
  } finally {
    await desktop.stop()
    await rm(bare.dir, { recursive: true, force: true })
  }
  process.stdout.write(`${JSON.stringify({ ours: median(ours), bare: median(theirs), rounds })}\n`)
}

/** A minimal app: one window with one heading, shown when it is ready. */
async function bareApp(): Promise<{ dir: string; program: string }> {
  const runtime = await electronRuntime()
  const dir = await mkdtemp(join(tmpdir(), 'salonback-bare-'))
  await cp(runtime.dir, dir, { recursive: true })
  const app = join(dir, 'resources/app')
  await mkdir(app, { recursive: true })
  await writeFile(join(app, 'package.json'), '{"name":"bare","main":"main.js"}')
  await writeFile(join(app, 'index.html'), '<!doctype html><title>Bare</title><h1>Bare</h1>')
  await writeFile(
    join(app, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
    app.whenReady().then(() => {
      const window = new BrowserWindow({ width: 1280, height: 840, show: false })
      window.once('ready-to-show', () => window.show())
      window.loadFile('index.html')
    })`,
  )
  return { dir, program: join(dir, 'electron') }
}

async function measure(program: string, env: Record<string, string>, heading: string): Promise<Start> {
  const profile = await mkdtemp(join(tmpdir(), 'salonback-measure-'))
  await mkdir(join(profile, 'Salonback'))
  // Connected, not logged in: the app opens the login screen.
  await writeFile(join(profile, 'Salonback/settings.json'), '{"server":"http://127.0.0.1:9"}')
  const port = await freePort()
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--remote-debugging-port=${port}`]
  const started = Date.now()
  const child = spawn(program, args, { env: { ...env, XDG_CONFIG_HOME: profile }, stdio: 'ignore' })
  try {
    const painted = await evaluateInPage(port, child, `(${paintedAt})(${JSON.stringify(heading)})`)
    const megabytes = await idleMemory(child.pid ?? 0)
    return { milliseconds: Math.round(painted - started), megabytes }
  } finally {
    await stopProcess(child)
    await rm(profile, { recursive: true, force: true })
  }
}

/** Waits for the app's page; returns its inspector's URL. */
async function inspectorUrl(port: number, child: ChildProcess): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the app exited with ${child.exitCode}`)
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const pages = answer ? ((await answer.json()) as { url: string; webSocketDebuggerUrl: string }[]) : []
    // A window shows about:blank before its first page.
    const page = pages.find(({ url }) => /^(app|file):/.test(url))
    if (page) return page.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Repeats the evaluation until the page answers: a navigation discards a running one. */
async function evaluateInPage(port: number, child: ChildProcess, expression: string): Promise<number> {
  for (;;) {
    const value = await evaluate(await inspectorUrl(port, child), expression)
    if (value !== null) return value
  }
}

/** The value of an expression in the page; null when the page navigated. Uses no test driver, which would slow the start. */
function evaluate(url: string, expression: string): Promise<number | null> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    const params = { expression, awaitPromise: true, returnByValue: true }
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    socket.onerror = () => reject(new Error('the inspector disconnected'))
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: { result: { value: number } } }
      if (answer.id !== 1) return
      socket.close()
      resolve(answer.result?.result.value ?? null)
    }
  })
}

/**
 * Runs in the page. The time its heading was painted, in milliseconds since 1970. The heading is the largest element of
 * both pages, so this is the largest contentful paint.
 */
function paintedAt(heading: string): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        if (entry.element?.textContent === heading) resolve(performance.timeOrigin + entry.startTime)
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

/** Megabytes of a process tree once two measurements a second apart differ by less than one percent. */
async function idleMemory(pid: number): Promise<number> {
  let last = 0
  for (let attempt = 0; attempt < 15; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const sizes = await Promise.all((await processTree(pid)).map(pssOf))
    const now = sizes.reduce((sum, size) => sum + size, 0) / 1024
    if (Math.abs(now - last) < now / 100) return Math.round(now)
    last = now
  }
  return Math.round(last)
}

async function processTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent) parents.set(Number(name), parent)
  }
  const found = [pid]
  for (const member of found) for (const [child, parent] of parents) if (parent === member) found.push(child)
  return found
}

function median(starts: Start[]): Start {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return {
    milliseconds: middle(starts.map((start) => start.milliseconds)),
    megabytes: middle(starts.map((start) => start.megabytes)),
  }
}

await main()
