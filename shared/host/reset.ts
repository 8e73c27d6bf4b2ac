import type { StateStorage } from 'zustand/middleware'

const resetters = new Set<() => void>()
const sessionListeners = new Set<() => void>()

/** Prefix of the sessionStorage keys of drafts, which survive a reload but not the session. */
const PREFIX = 'salonback.typed.'
let signedIn = true

/** Registers a function that resets a store at logout. */
export function onReset(reset: () => void) {
  resetters.add(reset)
}

export function resetUserState() {
  for (const reset of resetters) reset()
  deleteStoredDrafts()
}

/** Storage for drafts across a reload of the browser tab. Writes nothing without a session. */
export const draftStorage: StateStorage = {
  getItem: (name) => (signedIn ? sessionStorage.getItem(PREFIX + name) : null),
  setItem: (name, text) => {
    if (signedIn) sessionStorage.setItem(PREFIX + name, text)
  },
  removeItem: (name) => sessionStorage.removeItem(PREFIX + name),
}

/**
 * Deletes drafts from storage when the session ends. Drafts in memory stay until another user logs in, so that the same
 * user can continue. By key prefix, because the stores may not be loaded.
 */
export function sessionEnded() {
  signedIn = false
  deleteStoredDrafts()
}

/** Registers a function that is called when a session begins again, to store drafts that are still in memory. */
export function onSessionBegan(listener: () => void) {
  sessionListeners.add(listener)
}

export function sessionBegan() {
  if (signedIn) return
  signedIn = true
  for (const listener of sessionListeners) listener()
}

function deleteStoredDrafts() {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  }
}
