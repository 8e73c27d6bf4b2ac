/** Events within this many ms after a write are sent together in the next. */
const BATCH_MS = 50
/** More events of one name in a batch are sent as one without data, which means: reload all of this kind. */
const MAX_OF_ONE_NAME = 25

interface Notice {
  name: string
  [field: string]: unknown
}

/** Writes to one open stream; resolves when the bytes have left, rejects when the client has gone. */
export interface Screen {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>
}

export interface Member {
  /** Resolves when the reader has gone or the session has ended. */
  gone: Promise<void>
  left(): boolean
  leave(): void
}

export type Hub = ReturnType<typeof createHub>

interface Joined {
  session: string
  writing: boolean
  /** Names of what happened while an earlier write had not left yet. */
  missed: Set<string>
  leave(): void
}

const encoder = new TextEncoder()

/** One event as it is sent. */
export const lineOf = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`

/**
 * All open event streams of this process: each batch is encoded once for all, and each stream has at most one write
 * under way. A client too slow for that gets the names of the events it missed, without data.
 */
export function createHub() {
  const screens = new Map<Screen, Joined>()
  const toldAt = new Map<string, number>()
  let gathered = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = Number.NEGATIVE_INFINITY

  function flush() {
    timer = undefined
    flushedAt = performance.now()
    const [names, text] = [[...gathered.keys()], [...gathered].map(wordsFor).join('')]
    gathered = new Map()
    const bytes = encoder.encode(text)
    for (const [screen, joined] of screens) write(screen, joined, bytes, names)
  }

  function write(screen: Screen, joined: Joined, bytes: Uint8Array<ArrayBuffer>, names: Iterable<string>) {
    if (joined.writing) {
      for (const name of names) joined.missed.add(name)
      return
    }
    joined.writing = true
    screen.write(bytes).then(() => {
      joined.writing = false
      const { missed } = joined
      if (missed.size === 0) return
      joined.missed = new Set()
      write(screen, joined, encoder.encode([...missed].map((name) => lineOf(name, '{}')).join('')), missed)
    }, joined.leave)
  }

  return {
    /** `payload`: JSON with the event's name; the rest is its data. */
    tell(payload: string) {
      const { name, ...data } = JSON.parse(payload) as Notice
      const known = gathered.get(name) ?? new Set()
      gathered.set(name, known.add(JSON.stringify(data)))
      toldAt.set(name, performance.now())
      // The first event after a pause is sent without delay.
      if (timer !== undefined) return
      timer = setTimeout(flush, Math.max(0, flushedAt + BATCH_MS - performance.now()))
    },
    /** Names of what was told in the last so many ms. */
    recent: (ms: number) => [...toldAt].flatMap(([name, at]) => (at >= performance.now() - ms ? [name] : [])),
    /** `session`: the hash of a session's token in hex, as the database names it when it ends. */
    endSession(session: string) {
      for (const joined of [...screens.values()]) if (joined.session === session) joined.leave()
    },
    /** Of the screens there are, each once. */
    sessions: () => [...new Set([...screens.values()].map(({ session }) => session))],
    join(screen: Screen, session: string): Member {
      let leave: () => void = () => undefined
      const gone = new Promise<void>((resolve) => {
        leave = () => {
          screens.delete(screen)
          resolve()
        }
      })
      screens.set(screen, { session, writing: false, missed: new Set(), leave })
      return { gone, leave, left: () => !screens.has(screen) }
    },
  }
}

function wordsFor([name, datas]: [string, Set<string>]): string {
  return datas.size > MAX_OF_ONE_NAME
    ? lineOf(name, '{}')
    : [...datas].map((data) => lineOf(name, data)).join('')
}
