import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Start {
  milliseconds: number
  megabytes: number
}

/** Start to a usable login screen and memory of the desktop app, beside a bare one-window Electron app in the same run. */
export async function benchDesktop() {
  // The desktop is another part; it measures itself and answers with its last line.
  // The flag is for Node 20, where WebSocket is not yet switched on.
  const words = ['--experimental-websocket', '--import', 'tsx', 'desktop/e2e/measure.ts']
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 64 * 1024 * 1024 })
  const { ours, bare, rounds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    ours: Start
    bare: Start
    rounds: number
  }
  const ratio = (a: number, b: number) => `${(a / b).toFixed(2)} times`
  const lines = [
    [
      'start to login screen',
      `${ours.milliseconds} ms`,
      `${bare.milliseconds} ms`,
      ratio(ours.milliseconds, bare.milliseconds),
    ],
    [
      'memory of all processes',
      `${ours.megabytes} MB`,
      `${bare.megabytes} MB`,
      ratio(ours.megabytes, bare.megabytes),
    ],
  ] as const
  process.stdout.write(`medians of ${rounds} starts each; wanted: at most 1.5 times\n`)
  for (const [what, app, plain, times] of lines) {
    process.stdout.write(`${what.padEnd(26)} app ${app.padEnd(9)} bare ${plain.padEnd(9)} ${times}\n`)
  }
}
