import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectionError, type Gate } from './connect.ts'
import { type Database, openDatabase } from './open.ts'
import { codeOf } from './retryOnDeadlock.ts'

const CHECK_EVERY_MS = 2000
/** Checks wait in short steps: after a suspension the event loop reads the response before the wait is over. */
const STEP_MS = 500
const STEPS = 8

export interface DatabaseHealth extends Gate {
  stop(): void
}

const stalled = () =>
  connectionError('CONNECTION_STALLED', 'The database accepts connections but does not answer')

/**
 * Health-checks Postgres every 2 s on a separate connection. After 4 s without an answer all open connections fail and new
 * ones are refused until it answers again.
 */
export function watchDatabaseHealth(url: string, log: Logger): DatabaseHealth {
  const sockets = new Set<Socket>()
  const own = new Set<Socket>()
  let unhealthy = false
  let stopped = false
  const keep = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket)
    socket.once('close', () => set.delete(socket))
  }
  const gate = { check: () => undefined, watch: keep(own) }
  const open = () => openDatabase(url, { max: 1, arrays: false, gate })
  let sql = open()

  function closeAll(set: Set<Socket>) {
    for (const socket of set) socket.destroy(stalled())
  }

  async function check() {
    if (await answers(sql)) {
      if (unhealthy) log.warn('the database answers again')
      unhealthy = false
      return
    }
    if (!unhealthy) log.error('the database does not answer; requests fail until it does')
    unhealthy = true
    closeAll(sockets)
    void sql.end({ timeout: 0 })
    closeAll(own)
    if (!stopped) sql = open()
  }

  void (async () => {
    while (!stopped) {
      await check()
      await wait(unhealthy ? STEP_MS : CHECK_EVERY_MS, undefined, { ref: false })
    }
  })()
  return {
    check() {
      if (unhealthy) throw stalled()
    },
    watch: keep(sockets),
    stop() {
      stopped = true
      closeAll(own)
      void sql.end({ timeout: 0 })
    },
  }
}

/** Whether Postgres responded within STEPS × STEP_MS. An error response counts, a connection that was never made does not. */
async function answers(sql: Database): Promise<boolean> {
  const answer = sql`select 1`.then(
    () => true,
    (error: unknown) => codeOf(error) !== 'CONNECT_TIMEOUT',
  )
  for (let step = 0; step < STEPS; step++) {
    if (await Promise.race([answer, wait(STEP_MS, false, { ref: false })])) return true
  }
  return false
}
