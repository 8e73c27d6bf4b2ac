import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Figure } from './table.ts'

interface Start {
  milliseconds: number
}

/** Start of the desktop app to a usable login screen, compared with a bare one-window Electron app. */
export async function benchDesktop(): Promise<Figure[]> {
  // The script prints its result as the last line. Node 20 has WebSocket only behind the flag.
  const args = ['--experimental-websocket', '--import', 'tsx', 'desktop/e2e/measure.ts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  const { ours, bare } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { ours: Start; bare: Start }
  return [
    {
      what: 'start to login screen',
      today: ours.milliseconds,
      reference: bare.milliseconds,
      referenceName: 'bare one-window app',
      unit: 'ms',
      floor: { of: 'ratio', atMost: 1.6 },
    },
  ]
}
