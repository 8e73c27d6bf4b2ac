import { constants, getPriority, setPriority } from 'node:os'
import type { Proving } from './suite.ts'

/** Raises the priority of this process (as root) until the suite ends, so that late reads are not blamed on the service. */
export function goFirst(proving: Pick<Proving, 'atEnd'>): void {
  const usual = getPriority()
  if (!tryPriority(process.pid, constants.priority.PRIORITY_HIGHEST)) return
  proving.atEnd(() => tryPriority(process.pid, usual))
}

/** Child processes keep normal priority. */
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
