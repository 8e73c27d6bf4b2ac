import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SuiteContext } from './suite.ts'

/** Runs a script in a process that ends with the suite; resolves when it has written its first line. */
export async function startScript({ atEnd }: Pick<SuiteContext, 'atEnd'>, script: URL, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit').then(() => null)
  // A killed process takes no more lines.
  child.stdin.on('error', () => undefined)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  atEnd(kill)
  const started = {
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** Resolves when it has ended. */
    kill,
    writeLine: (line: string) => void child.stdin.write(`${line}\n`),
    /** The next line of its output; null when it has ended. */
    readLine: (): Promise<string | null> =>
      Promise.race([lines.next().then(({ value, done }) => (done ? null : value)), exited]),
  }
  if ((await started.readLine()) === null) throw new Error(`${script} did not start`)
  return started
}
