import type { Platform } from '@salonback/shared/host/platform.ts'
import { createEventReader } from '@salonback/shared/host/serverEvents.ts'
import { eventsPath } from '@salonback/shared/http/wire.ts'

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 15_000

/**
 * Hears the server's events. An EventSource gives up for good when it is answered with an error (a restarting
 * proxy, an ended session), so it is opened anew, more and more slowly.
 */
export const listen: Platform['events'] = (onEvent, onState) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  const read = createEventReader(onEvent, onState)

  function open() {
    const opened = new EventSource(eventsPath)
    source = opened
    opened.onopen = () => {
      wait = FIRST_WAIT_MS
      onState('live')
    }
    opened.onerror = () => {
      onState('reconnecting')
      if (opened.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, MAX_WAIT_MS)
    }
    read(opened)
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
