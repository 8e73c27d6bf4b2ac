import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectionError, type Gate } from './connect.ts'
import { type Database, openDatabase } from './open.ts'
import type { DatabaseSetup } from './survey.ts'

const BEAT_MS = 2000
/** In turns, so that a process that stood still itself finds the answer before it counts the database out. */
const TURN_MS = 500
const TURNS = 8

export interface Pulse extends Gate {
  stop(): void
}

const stalled = () =>
  connectionError('CONNECTION_STALLED', 'The database takes connections and does not answer')

/**
 * Asks the database for a word every other second, on a connection of its own. When none comes within four seconds,
 * whoever waits for an answer is told so and nobody else begins to wait, until it answers again.
 */
export function startPulse({ url, pooled }: DatabaseSetup, log: Logger): Pulse {
  const sockets = new Set<Socket>()
  const own = new Set<Socket>()
  let silent = false
  let stopped = false
  const keep = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket)
    socket.once('close', () => set.delete(socket))
  }
  const gate = { check: () => undefined, watch: keep(own) }
  const open = () => openDatabase(url, { max: 1, pooled, arrays: false, gate })
  let sql = open()

  function hangUp(set: Set<Socket>) {
    for (const socket of set) socket.destroy(stalled())
  }

  async function beat() {
    if (await answers(sql)) {
      if (silent) log.warn('the database answers again')
      silent = false
      return
    }
    if (!silent) log.error('the database takes connections and does not answer; requests fail until it does')
    silent = true
    hangUp(sockets)
    void sql.end({ timeout: 0 })
    hangUp(own)
    if (!stopped) sql = open()
  }

  void (async () => {
    while (!stopped) {
      await beat()
      await wait(silent ? TURN_MS : BEAT_MS, undefined, { ref: false })
    }
  })()
  return {
    check() {
      if (silent) throw stalled()
    },
    watch: keep(sockets),
    stop() {
      stopped = true
      hangUp(own)
      void sql.end({ timeout: 0 })
    },
  }
}

/** False when nothing came back in time; an error is an answer: whoever asks is told it as well. */
async function answers(sql: Database): Promise<boolean> {
  const answer = sql`select 1`.then(
    () => true,
    () => true,
  )
  for (let turn = 0; turn < TURNS; turn++) {
    if (await Promise.race([answer, wait(TURN_MS, false, { ref: false })])) return true
  }
  return false
}
