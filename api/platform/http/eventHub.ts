/** Events within this time after a write are sent together in the next one. */
const BATCH_MS = 50
/** More events of one name in a batch become one event without data, which tells the client to reload everything of that kind. */
const MAX_OF_ONE_NAME = 25

interface Payload {
  name: string
  [field: string]: unknown
}

/** An open event stream. */
export interface EventStream {
  /** Resolves when the bytes are flushed; rejects when the client is gone. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>
}

export interface Subscription {
  /** Resolves when the client is gone or the session has ended. */
  ended: Promise<void>
  isEnded(): boolean
  end(): void
}

export type Hub = ReturnType<typeof createHub>

interface Subscriber {
  stream: EventStream
  session: string
  writing: boolean
  /** Names of the events published while a write was pending. */
  missed: Set<string>
  end(): void
}

const encoder = new TextEncoder()

/** One event in the format of server-sent events. */
export const formatEvent = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`

/**
 * All open event streams of this process. Each batch is encoded once for all streams, and a stream has at most one
 * pending write. A slower client then gets the names of the events it missed, without data.
 */
export function createHub() {
  const subscribers = new Map<EventStream, Subscriber>()
  const publishedAt = new Map<string, number>()
  let batch = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = Number.NEGATIVE_INFINITY

  function flush() {
    timer = undefined
    flushedAt = performance.now()
    const [names, text] = [[...batch.keys()], [...batch].map(formatEvents).join('')]
    batch = new Map()
    const bytes = encoder.encode(text)
    for (const subscriber of subscribers.values()) writeTo(subscriber, bytes, names)
  }

  return {
    /** `payload`: JSON with the event's name; the other fields are its data. */
    publish(payload: string) {
      const { name, ...data } = JSON.parse(payload) as Payload
      const known = batch.get(name) ?? new Set()
      batch.set(name, known.add(JSON.stringify(data)))
      publishedAt.set(name, performance.now())
      // The first event after a pause is sent without delay.
      if (timer !== undefined) return
      timer = setTimeout(flush, Math.max(0, flushedAt + BATCH_MS - performance.now()))
    },
    /** Names of the events published in the last `ms`. */
    recent: (ms: number) =>
      [...publishedAt].flatMap(([name, at]) => (at >= performance.now() - ms ? [name] : [])),
    /** `session`: the hash of the session's token in hex. */
    endSession(session: string) {
      for (const subscriber of [...subscribers.values()]) if (subscriber.session === session) subscriber.end()
    },
    /** Distinct sessions of the open streams. */
    sessions: () => [...new Set([...subscribers.values()].map(({ session }) => session))],
    subscribe(stream: EventStream, session: string): Subscription {
      let end: () => void = () => undefined
      const ended = new Promise<void>((resolve) => {
        end = () => {
          subscribers.delete(stream)
          resolve()
        }
      })
      subscribers.set(stream, { stream, session, writing: false, missed: new Set(), end })
      return { ended, end, isEnded: () => !subscribers.has(stream) }
    },
  }
}

/** Writes events to a subscriber, or notes their names while an earlier write is pending. */
function writeTo(subscriber: Subscriber, bytes: Uint8Array<ArrayBuffer>, names: Iterable<string>) {
  if (subscriber.writing) {
    for (const name of names) subscriber.missed.add(name)
    return
  }
  subscriber.writing = true
  subscriber.stream.write(bytes).then(() => {
    subscriber.writing = false
    const { missed } = subscriber
    if (missed.size === 0) return
    subscriber.missed = new Set()
    writeTo(subscriber, encoder.encode([...missed].map((name) => formatEvent(name, '{}')).join('')), missed)
  }, subscriber.end)
}

function formatEvents([name, datas]: [string, Set<string>]): string {
  return datas.size > MAX_OF_ONE_NAME
    ? formatEvent(name, '{}')
    : [...datas].map((data) => formatEvent(name, data)).join('')
}
