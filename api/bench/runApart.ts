import { fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './table.ts'

/** What one row tells of itself: its figures, or why there are none. */
export type Told = { figures: Figure[] } | { failed: string }

/** After this long what does not end by itself is killed. */
const PATIENCE_MS = 15_000

/**
 * Runs a script that measures one row, with all it starts in a group of their own: what one row leaves in memory does not
 * slow the next, and a row that hangs or fails takes no other with it.
 */
export async function runApart(script: string, words: string[], limitMs: number): Promise<Told> {
  const child = fork(script, words, { execArgv: ['--import', 'tsx'], detached: true })
  const heard = new Promise<Told>((resolve) => child.once('message', (message) => resolve(message as Told)))
  const ended = new Promise<Told>((resolve) => {
    child.once('exit', (code, signal) => resolve({ failed: `it ended with ${signal ?? code}` }))
    child.once('error', ({ message }) => resolve({ failed: message }))
  })
  const interrupt = () => {
    signalGroup(child.pid, 'SIGTERM')
    process.exit(130)
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const inTime = new AbortController()
  const late = wait(limitMs, { failed: `it took longer than ${limitMs / 1000} s` }, inTime)
  const told = await Promise.race([heard, ended, late])
  inTime.abort()
  signalGroup(child.pid, 'SIGTERM')
  await Promise.race([ended, wait(PATIENCE_MS, undefined, { ref: false })])
  signalGroup(child.pid, 'SIGKILL')
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  return told
}

/** Nobody may be left of it. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals) {
  try {
    if (leader !== undefined) process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
