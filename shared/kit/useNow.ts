import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  // While nobody looked, the clock stood.
  if (!timer) now = new Date()
  timer ??= setInterval(() => {
    now = new Date()
    for (const tell of listeners) tell()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, for words like `5 minutes ago`; one clock for the whole screen, a minute a tick. */
export function useNow(): Date {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
}
