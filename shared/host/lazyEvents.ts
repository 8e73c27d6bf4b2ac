import type { Platform } from './platform.ts'

/** Event handling is loaded with the console: the login screen needs none. */
export const lazyEvents =
  (load: () => Promise<Platform['events']>): Platform['events'] =>
  (onEvent, onState) => {
    let stop: (() => void) | undefined
    let stopped = false
    load().then(
      (listen) => {
        if (!stopped) stop = listen(onEvent, onState)
      },
      () => onState('reconnecting'),
    )
    return () => {
      stopped = true
      stop?.()
    }
  }
