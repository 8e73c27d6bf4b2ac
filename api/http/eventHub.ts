import { performance } from 'node:perf_hooks'
import type { Database } from '../db/open.ts'

/** After one write to the screens, what comes within this many ms goes out together. */
const GATHER_MS = 50
/** More events of one name at once are told as one without data: read everything of this kind again. */
const MOST_OF_A_NAME = 25

interface Notice {
  name: string
  [field: string]: unknown
}

/** Where a screen is written to; resolves when the bytes have left, rejects when the reader has gone. */
export interface Screen {
  write(bytes: Uint8Array): Promise<unknown>
}

export interface Member {
  /** Resolves when the reader has gone or the session has ended. */
  gone: Promise<void>
  left(): boolean
  leave(): void
}

interface Joined {
  session: string
  writing: boolean
  /** Names of what happened while an earlier write had not left yet. */
  missed: Set<string>
  leave(): void
}

const encoder = new TextEncoder()
const lineOf = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`

/**
 * All open screens of this process: what happened is put into words once, for a span of time at once, and each screen
 * holds at most one write that has not left. A reader too slow for that is told what kinds of things it missed.
 */
export function createHub() {
  const screens = new Map<Screen, Joined>()
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

  function write(screen: Screen, joined: Joined, bytes: Uint8Array, names: Iterable<string>) {
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
      // The first after a quiet time is told at once.
      if (timer !== undefined) return
      timer = setTimeout(flush, Math.max(0, flushedAt + GATHER_MS - performance.now()))
    },
    /** `session`: the hash of a session's token in hex, as the database names it when it ends. */
    endSession(session: string) {
      for (const joined of [...screens.values()]) if (joined.session === session) joined.leave()
    },
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
  return datas.size > MOST_OF_A_NAME
    ? lineOf(name, '{}')
    : [...datas].map((data) => lineOf(name, data)).join('')
}

/** The hub on one listening connection for all screens of this process; opened with the first, kept from then on. */
export function createListeningHub(sql: Database) {
  const hub = createHub()
  let listening: Promise<unknown> | undefined
  return {
    join: hub.join,
    async listen() {
      listening ??= Promise.all([
        sql.listen('events', hub.tell),
        sql.listen('sessions', hub.endSession),
      ]).catch((error) => {
        // The next screen tries anew.
        listening = undefined
        throw error
      })
      await listening
    },
  }
}
