import { randomUUID } from 'node:crypto'
import { databaseNow } from '../db/now.ts'
import type { Deps } from '../deps.ts'
import { endTurn, failTurn, renewTurn, sayListening, stopListening, takeTurn } from './listening.ts'
import { receiveMissed } from './missed.ts'
import { partsOf } from './sendOutcome.ts'

/** Well below what makes a listener stale. */
const BEAT_MS = 4000
/** Clocks differ, and a text may be on its way to us for a while. What is known already is fetched and left alone. */
const OVERLAP_MS = 600_000
/** The farthest the carrier is asked back. */
const REACH_MS = 30 * 24 * 3_600_000

export interface CatchUp {
  /** Says every few seconds that this process listens. Before the first time nothing may be sent: texts may be missing. */
  beat(): Promise<void>
  hasBegun(): boolean
  /** Fetches what was missed, if anything may have been and nobody else does. */
  run(): Promise<void>
  /** Ends a run after the page it is at; another process, or the next start, goes on. */
  interrupt(): void
  /** This process listens no more. */
  stop(): Promise<void>
}

/** Fetches the texts that came in while nobody listened: after each start, and after an outage. */
export function createCatchUp(deps: Deps): CatchUp {
  const { sql, clock, log, lapses } = deps
  const id = randomUUID()
  const now = () => databaseNow(sql, clock)
  let heardAt: Date | null = null
  let beatAt = Number.NEGATIVE_INFINITY
  let interrupted = false

  async function renew() {
    if (interrupted) throw new Error('This process is stopping')
    await renewTurn(sql, now())
  }

  async function fetchMissed() {
    const turn = await takeTurn(sql, now())
    if (!turn) return
    const since = new Date(Math.max(turn.since.getTime() - OVERLAP_MS, clock().getTime() - REACH_MS))
    try {
      const received = await receiveMissed(deps, since, renew)
      await endTurn(sql, turn, now())
      if (received > 0) log.info({ received, since }, 'texts that came in while nobody listened were fetched')
    } catch (error) {
      if (interrupted) return
      log.warn({ err: error }, 'the carrier could not be asked for texts that came in while nobody listened')
      const refused = partsOf(error).status === 401
      await failTurn(sql, `The carrier ${refused ? 'refused our credentials' : 'does not answer'}`, now())
    }
  }

  return {
    async beat() {
      const lapse = lapses.take()
      const at = clock().getTime()
      // Each is a write; a clock that was set back must not make it late.
      if (!lapse && at >= beatAt && at < beatAt + BEAT_MS) return
      try {
        heardAt = await sayListening(sql, { id, now: now(), heardAt, lapsedMs: lapse ? lapse() : null })
        beatAt = at
      } catch (error) {
        if (lapse) lapses.note(lapse)
        throw error
      }
    },
    hasBegun: () => heardAt !== null,
    async run() {
      if (heardAt !== null) await fetchMissed()
    },
    interrupt() {
      interrupted = true
    },
    async stop() {
      if (heardAt !== null) await stopListening(sql, id, now())
      heardAt = null
    },
  }
}
