import { eventNames, Ready, readyEvent, ServerEvent } from '../http/wire.ts'
import type { Platform } from './platform.ts'

type Hearers = Parameters<Platform['events']>

/**
 * Reads the events of each stream it is given, one after another as they break off: broken data is left out. The first
 * one's `recent` is told as events; after a break everything is read again anyway.
 */
export function createEventReader(onEvent: Hearers[0], onState: Hearers[1]) {
  let begun = false
  return function read(source: EventSource): void {
    source.addEventListener(readyEvent, (event) => {
      const { polled, recent = [] } = Ready.safeParse(parse(event.data)).data ?? {}
      if (polled) onState('polled')
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
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
