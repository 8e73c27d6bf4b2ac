import type { Platform } from './platform.ts'

/** `Platform.events`, loaded with the console: the login screen needs no events. `onBack` as in `subscribeToEvents`. */
export const lazyEvents =
  (onBack?: (listener: () => void) => () => void): Platform['events'] =>
  (onEvent, onState) => {
    let stop: (() => void) | undefined
    let stopped = false
    import('./serverEvents.ts').then(
      ({ subscribeToEvents }) => {
        if (!stopped) stop = subscribeToEvents(onEvent, onState, { onBack })
      },
      () => onState('reconnecting'),
    )
    return () => {
      stopped = true
      stop?.()
    }
  }
