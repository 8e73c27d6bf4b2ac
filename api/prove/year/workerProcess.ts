import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SuiteContext } from '../suite.ts'

export interface WorkerProcess {
  /** Log lines of the round; null if the process was killed before its end. */
  round(now: Date): Promise<string[] | null>
  /** Resolves when it has ended. */
  kill(): Promise<void>
}

/** Starts a process that does rounds of the worker; resolves when it is ready. */
export async function startWorker(
  context: SuiteContext,
  { database, origin }: { database: string; origin: string },
): Promise<WorkerProcess> {
  const script = fileURLToPath(new URL('./worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, database, origin], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit').then(() => null)
  child.stdin.on('error', () => undefined)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = () => Promise.race([lines.next().then(({ value, done }) => (done ? null : value)), exited])
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  context.atEnd(kill)
  if (!(await nextLine())) throw new Error('the worker did not start')
  return {
    async round(now) {
      child.stdin.write(`${now.toISOString()}\n`)
      const logged: string[] = []
      for (let line = await nextLine(); line !== 'done'; line = await nextLine()) {
        if (line === null) return null
        logged.push(line)
      }
      return logged
    },
    kill,
  }
}
