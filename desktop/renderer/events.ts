import type { ConnectionState } from '@salonback/shared/host/platform.ts'
import {
  type EventName,
  eventNames,
  eventsPath,
  Ready,
  readyEvent,
  ServerEvent,
} from '@salonback/shared/http/wire.ts'

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
  let begun = false

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
    source.addEventListener(readyEvent, (event) => {
      const { polled, recent = [] } = Ready.safeParse(parse(event.data)).data ?? {}
      if (polled) onState('polled')
      // After a break everything is read again anyway.
      if (!begun) for (const name of recent) onEvent(name, {})
      begun = true
    })
    for (const name of eventNames) {
      source.addEventListener(name, (event) => {
        const data = ServerEvent.safeParse(parse(event.data))
        if (data.success) onEvent(name, data.data)
      })
    }
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
