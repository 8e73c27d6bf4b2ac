import type { StateStorage } from 'zustand/middleware'

const resetters = new Set<() => void>()
const returning = new Set<() => void>()

/** Prefix of the sessionStorage keys of drafts; they survive a reload, not the session. */
const PREFIX = 'salonback.typed.'
let signedIn = true

/** Called at a logout, so that stores with drafts empty themselves. */
export function onReset(reset: () => void) {
  resetters.add(reset)
}

export function resetUserState() {
  for (const reset of resetters) reset()
  removeTyped()
}

/** Storage of drafts over a reload of this browser tab; nothing is written without a session. */
export const draftStorage: StateStorage = {
  getItem: (name) => (signedIn ? sessionStorage.getItem(PREFIX + name) : null),
  setItem: (name, text) => {
    if (signedIn) sessionStorage.setItem(PREFIX + name, text)
  },
  removeItem: (name) => sessionStorage.removeItem(PREFIX + name),
}

/**
 * The session ended: removes drafts from storage, so that the next user of this computer finds none. Memory stays until
 * somebody else logs in, so that the same person can go on. By key prefix, because the stores may not be loaded.
 */
export function sessionEnded() {
  signedIn = false
  removeTyped()
}

/** Called when a session begins again, so that what is still in memory is kept once more. */
export function onSessionBegan(keep: () => void) {
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
