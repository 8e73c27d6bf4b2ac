import type { Platform } from './platform.ts'

/** Nobody hears events at the login screen, so what hears them comes with the console. */
export const heardLater =
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
