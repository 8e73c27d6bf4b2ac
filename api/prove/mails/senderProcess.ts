import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SuiteContext } from '../suite.ts'

export interface SenderProcess {
  /** Resolves when it has ended. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** Starts a process that sends mails; resolves when it sends. */
export async function startSender(
  context: SuiteContext,
  { database, smtp }: { database: string; smtp: string },
): Promise<SenderProcess> {
  const script = fileURLToPath(new URL('./sender.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--database', database, '--smtp', smtp], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  context.atEnd(() => end(child))
  await once(child.stdout, 'data')
  return {
    kill: () => end(child),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
