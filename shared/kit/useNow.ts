import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  // The timer was off without listeners.
  if (!timer) now = new Date()
  timer ??= setInterval(() => {
    now = new Date()
    for (const notify of listeners) notify()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, updated every minute, for texts like `5 minutes ago`. All users share one timer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now)
}
