import { constants, getPriority, setPriority } from 'node:os'
import type { SuiteContext } from './suite.ts'

/** Raises the priority of this process (root only) until the suite ends, so that its own delays are not counted as the service's. */
export function raisePriority(context: Pick<SuiteContext, 'atEnd'>): void {
  const previous = getPriority()
  if (!tryPriority(process.pid, constants.priority.PRIORITY_HIGHEST)) return
  context.atEnd(() => tryPriority(process.pid, previous))
}

/** Child processes inherit a raised priority; this sets one back to normal. */
export function setNormalPriority(pid: number | undefined): void {
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
