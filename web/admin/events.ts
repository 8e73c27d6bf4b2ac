import type { Platform } from '@salonback/shared/host/platform.ts'
import { eventNames, eventsPath, Ready, readyEvent, ServerEvent } from '@salonback/shared/http/wire.ts'

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
  let begun = false

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
    opened.addEventListener(readyEvent, (event) => {
      const { polled, recent = [] } = Ready.safeParse(parse(event.data)).data ?? {}
      if (polled) onState('polled')
      // After a break everything is read again anyway.
      if (!begun) for (const name of recent) onEvent(name, {})
      begun = true
    })
    for (const name of eventNames) {
      opened.addEventListener(name, (event) => {
        const data = ServerEvent.safeParse(parse(event.data))
        if (data.success) onEvent(name, data.data)
      })
    }
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
