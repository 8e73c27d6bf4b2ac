import type { StateStorage } from 'zustand/middleware'

const resetters = new Set<() => void>()
const returning = new Set<() => void>()

/** What somebody typed is kept over a reload under names that begin so, and no longer than their session. */
const PREFIX = 'salonback.typed.'
let signedIn = true

/** Called when a person logs out, so that stores holding their words empty themselves. */
export function onReset(reset: () => void) {
  resetters.add(reset)
}

export function resetPerson() {
  for (const reset of resetters) reset()
  removeTyped()
}

/** Where a store keeps words of the person over a reload of this browser tab; never while nobody is signed in. */
export const typedStorage: StateStorage = {
  getItem: (name) => (signedIn ? sessionStorage.getItem(PREFIX + name) : null),
  setItem: (name, text) => {
    if (signedIn) sessionStorage.setItem(PREFIX + name, text)
  },
  removeItem: (name) => sessionStorage.removeItem(PREFIX + name),
}

/**
 * The session ended: whoever sits down next finds nothing on the disk. What is in memory stays until somebody else
 * logs in, so that the same person goes on where they were. By name, because the stores may not be loaded.
 */
export function sessionEnded() {
  signedIn = false
  removeTyped()
}

/** Called when a session begins again, so that what is still in memory is kept once more. */
export function onReturn(keep: () => void) {
  returning.add(keep)
}

export function sessionBegan() {
  if (signedIn) return
  signedIn = true
  for (const keep of returning) keep()
}

function removeTyped() {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  }
}
