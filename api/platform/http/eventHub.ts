import { AppError } from './errors.ts'

/** Events within this time after a write are sent together in the next one. */
const BATCH_MS = 50
/** More events of one name in a batch become one event without data, on which the client reloads everything of that kind. */
const MAX_OF_ONE_NAME = 25
/** Open streams of one session. A browser has one for each tab, and ends them with the tab. */
const MAX_OF_ONE_SESSION = 20
const TOO_MANY = `This login has ${MAX_OF_ONE_SESSION} open screens. Please close some.`
/** Unread writes after which a stream ends: its client connects again and reloads what it missed. */
const MAX_UNREAD = 100

interface Payload {
  name: string
  [field: string]: unknown
}

/** An open event stream. */
export interface EventStream {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  write(bytes: Uint8Array<ArrayBuffer>): void
  end(): void
  isEnded(): boolean
  /** Resolves when the client is gone or the session has ended. */
  ended: Promise<void>
}

export type Hub = ReturnType<typeof createHub>

const encoder = new TextEncoder()

/** One event in the format of server-sent events. */
export const formatEvent = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`

/** All open event streams of this process. Each batch is encoded once for all streams. */
export function createHub() {
  const sessions = new Map<EventStream, string>()
  const publishedAt = new Map<string, number>()
  let batch = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = Number.NEGATIVE_INFINITY

  function flush() {
    timer = undefined
    flushedAt = performance.now()
    const bytes = encoder.encode([...batch].map(formatEvents).join(''))
    batch = new Map()
    for (const stream of sessions.keys()) stream.write(bytes)
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
    /** How many ms ago each name was last published, of those published in the last `ms`. */
    recent(ms: number): Record<string, number> {
      const ages = [...publishedAt].map(([name, at]) => [name, Math.floor(performance.now() - at)] as const)
      return Object.fromEntries(ages.filter(([, age]) => age <= ms))
    },
    /** `session`: the hash of the session's token in hex. */
    endSession(session: string) {
      for (const [stream, its] of [...sessions]) if (its === session) stream.end()
    },
    /** Throws `too_many` if the session has too many streams. */
    subscribe(session: string): EventStream {
      const open = [...sessions.values()].filter((its) => its === session).length
      if (open >= MAX_OF_ONE_SESSION) throw new AppError('too_many', TOO_MANY, { retryAfter: 30 })
      const stream = openStream(() => sessions.delete(stream))
      sessions.set(stream, session)
      return stream
    },
  }
}

function openStream(onEnd: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  let isEnded = false
  let resolve: () => void = () => undefined
  const ended = new Promise<void>((done) => {
    resolve = done
  })
  const leave = () => {
    isEnded = true
    onEnd()
    resolve()
  }
  const end = () => {
    if (!isEnded) controller?.close()
    leave()
  }
  const body = new ReadableStream(
    {
      start(given: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
        controller = given
      },
      cancel: leave,
    },
    { highWaterMark: MAX_UNREAD },
  )
  const write = (bytes: Uint8Array<ArrayBuffer>) => {
    if (isEnded) return
    controller?.enqueue(bytes)
    if ((controller?.desiredSize ?? 0) <= 0) end()
  }
  return { body, write, end, isEnded: () => isEnded, ended }
}

function formatEvents([name, datas]: [string, Set<string>]): string {
  return datas.size > MAX_OF_ONE_NAME
    ? formatEvent(name, '{}')
    : [...datas].map((data) => formatEvent(name, data)).join('')
}
