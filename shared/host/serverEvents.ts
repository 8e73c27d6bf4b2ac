import { eventNames, eventsPath, Ready, readyEvent, ServerEvent } from '../platform/http/wire.ts'
import type { Platform } from './platform.ts'

const firstRetryMs = 500
const maxRetryMs = 10_000

interface Options {
  /** Calls back when the server answers again, to reconnect without waiting for the next retry. */
  onBack?: ((listener: () => void) => () => void) | undefined
  open?: (path: string) => EventSource
}

/**
 * Subscribes to the server's events until the returned function is called. Reconnects with a delay that grows from half
 * a second to ten: an EventSource does not reconnect after an error response (a restarting proxy, an ended session).
 */
export function subscribeToEvents(
  onEvent: Parameters<Platform['events']>[0],
  onState: Parameters<Platform['events']>[1],
  { onBack, open = (path) => new EventSource(path) }: Options = {},
): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let isFirst = true

  function connect() {
    clearTimeout(timer)
    source?.close()
    source = open(eventsPath)
    source.onopen = () => {
      retryMs = firstRetryMs
      onState('live')
    }
    source.onerror = () => {
      source?.close()
      source = null
      onState('reconnecting')
      timer = setTimeout(connect, retryMs)
      retryMs = Math.min(maxRetryMs, retryMs * 2)
    }
    source.addEventListener(readyEvent, (event) => {
      const { recent = [], ages = {} } = Ready.safeParse(parseJson(event.data)).data ?? {}
      // Changes since the page began to load: what it has read has all older ones. After a reconnect everything is read
      // again anyway.
      const missed = recent.filter((name) => (ages[name] ?? 0) <= performance.now())
      if (isFirst) for (const name of missed) onEvent(name, {})
      isFirst = false
    })
    for (const name of eventNames) {
      source.addEventListener(name, (event) => {
        const data = ServerEvent.safeParse(parseJson(event.data))
        if (data.success) onEvent(name, data.data)
      })
    }
  }

  connect()
  const unsubscribe = onBack?.(() => {
    if (!source) connect()
  })
  return () => {
    unsubscribe?.()
    clearTimeout(timer)
    source?.close()
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
