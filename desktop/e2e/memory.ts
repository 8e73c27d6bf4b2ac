import { readFile } from 'node:fs/promises'
import type { ElectronApplication } from 'playwright'

export interface Memory {
  /** Megabytes of all processes of the app; shared pages count once. */
  now(): Promise<number>
  watch(): void
  peak(): Promise<number>
}

/** Measures an app's proportional set size (PSS). Linux only. */
export async function memoryOf(electron: ElectronApplication): Promise<Memory> {
  let highest = 0
  let timer: NodeJS.Timeout | undefined
  const now = async () => {
    const pids = await electron.evaluate(({ app }) => app.getAppMetrics().map((metric) => metric.pid))
    const megabytes = Math.round(
      (await Promise.all(pids.map(pssOf))).reduce((sum, size) => sum + size, 0) / 1024,
    )
    highest = Math.max(highest, megabytes)
    return megabytes
  }
  return {
    now,
    watch: () => {
      highest = 0
      timer = setInterval(() => void now().catch(() => {}), 200)
    },
    peak: async () => {
      clearInterval(timer)
      await now()
      return highest
    },
  }
}

/** PSS of a process in kilobytes; 0 if it has ended. */
export async function pssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
}
