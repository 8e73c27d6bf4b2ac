import { fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './table.ts'

export type Outcome = { figures: Figure[] } | { failed: string }

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 15_000

/**
 * Runs a script in its own process group, waits for the outcome it sends, and ends the group. Rows share no memory, and a row
 * that hangs or crashes leaves no process behind.
 */
export async function runInProcessGroup(script: string, args: string[], limitMs: number): Promise<Outcome> {
  const child = fork(script, args, { execArgv: ['--import', 'tsx'], detached: true })
  const received = new Promise<Outcome>((resolve) =>
    child.once('message', (message) => resolve(message as Outcome)),
  )
  const exited = new Promise<Outcome>((resolve) => {
    child.once('exit', (code, signal) => resolve({ failed: `exited with ${signal ?? code}` }))
    child.once('error', ({ message }) => resolve({ failed: message }))
  })
  const interrupt = () => {
    signalGroup(child.pid, 'SIGTERM')
    process.exit(130)
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const timer = new AbortController()
  const timedOut = wait(limitMs, { failed: `timed out after ${limitMs / 1000} s` }, timer)
  const outcome = await Promise.race([received, exited, timedOut])
  timer.abort()
  signalGroup(child.pid, 'SIGTERM')
  await Promise.race([exited, wait(GRACE_MS, undefined, { ref: false })])
  signalGroup(child.pid, 'SIGKILL')
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  return outcome
}

/** Ignores a group that has already ended. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals) {
  try {
    if (leader !== undefined) process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
