import { setImmediate as nextTurn } from 'node:timers/promises'

/** Resolves after the event loop has looked at its sockets again, so that others are served in between. */
export async function afterOthers(): Promise<void> {
  await nextTurn()
  // The first may run before the loop looked.
  await nextTurn()
}
