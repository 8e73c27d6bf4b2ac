import type { ConnectionState } from '@salonback/shared/host/platform.ts'
import { createEventReader } from '@salonback/shared/host/serverEvents.ts'
import { type EventName, eventsPath, type ServerEvent } from '@salonback/shared/http/wire.ts'

const firstWaitMs = 500
const longestWaitMs = 10_000

interface Host {
  /** Calls back when the server is known to answer again, so that nobody waits out a pause. */
  onBack(heard: () => void): () => void
  open?: (path: string) => EventSource
}

/**
 * Hears the server's events until the returned function is called, and begins again whenever they break off, with
 * pauses that grow from half a second to ten.
 */
export function hearEvents(
  onEvent: (name: EventName, data: ServerEvent) => void,
  onState: (state: ConnectionState) => void,
  host: Host,
): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWaitMs
  const read = createEventReader(onEvent, onState)

  function begin() {
    clearTimeout(timer)
    source?.close()
    source = (host.open ?? ((path) => new EventSource(path)))(eventsPath)
    source.onopen = () => {
      wait = firstWaitMs
      onState('live')
    }
    source.onerror = () => {
      source?.close()
      source = null
      onState('reconnecting')
      timer = setTimeout(begin, wait)
      wait = Math.min(longestWaitMs, wait * 2)
    }
    read(source)
  }

  begin()
  const stopHearing = host.onBack(() => {
    if (!source) begin()
  })
  return () => {
    stopHearing()
    clearTimeout(timer)
    source?.close()
  }
}
