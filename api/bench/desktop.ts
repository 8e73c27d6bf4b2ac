import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Figure } from './table.ts'

interface Start {
  milliseconds: number
  megabytes: number
}

/** Start to a usable login screen and memory of the desktop app, beside a bare one-window Electron app in the same run. */
export async function benchDesktop(): Promise<Figure[]> {
  // The desktop is another part; it measures itself and answers with its last line.
  // The flag is for Node 20, where WebSocket is not yet switched on.
  const words = ['--experimental-websocket', '--import', 'tsx', 'desktop/e2e/measure.ts']
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 64 * 1024 * 1024 })
  const { ours, bare, rounds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    ours: Start
    bare: Start
    rounds: number
  }
  const beside = 'bare one-window app'
  return [
    {
      what: 'desktop: start to login screen',
      ours: ours.milliseconds,
      reference: bare.milliseconds,
      unit: 'ms',
      beside,
      reach: { atMost: 1.6 },
      note: `medians of ${rounds} starts each`,
    },
    {
      what: 'desktop: memory of all processes',
      ours: ours.megabytes,
      reference: bare.megabytes,
      unit: 'MB',
      beside,
      reach: { atMost: 1.5 },
    },
  ]
}
