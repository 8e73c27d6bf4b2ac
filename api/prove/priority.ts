import { constants, getPriority, setPriority } from 'node:os'
import type { Proving } from './suite.ts'

/**
 * On a busy machine a proof that waits for its turn reads late what came in time, and would blame the service. Where the
 * system allows it (root), this process goes before all others until the suite ends.
 */
export function goFirst(proving: Pick<Proving, 'atEnd'>): void {
  const usual = getPriority()
  if (!tryPriority(process.pid, constants.priority.PRIORITY_HIGHEST)) return
  proving.atEnd(() => tryPriority(process.pid, usual))
}

/** What it starts meanwhile has no such privilege. */
export function goAsUsual(pid: number | undefined): void {
  if (pid !== undefined) tryPriority(pid, constants.priority.PRIORITY_NORMAL)
}

function tryPriority(pid: number, priority: number): boolean {
  try {
    setPriority(pid, priority)
    return true
  } catch {
    return false
  }
}
