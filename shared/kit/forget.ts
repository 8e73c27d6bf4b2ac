const listeners = new Set<() => void>()

/** Called when a person logs out, so that stores holding their words empty themselves. */
export function onForget(forget: () => void) {
  listeners.add(forget)
}

export function forgetPerson() {
  for (const forget of listeners) forget()
}
