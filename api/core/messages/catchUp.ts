import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import { backfill } from './backfill.ts'
import { claimRun, endHeartbeat, endRun, failRun, renewHeartbeat, renewRun } from './inboundLease.ts'
import { errorDetails } from './sendOutcome.ts'

/** Well below the age at which a heartbeat is stale. */
const HEARTBEAT_MS = 4000
/** The backfill starts this long before the gap, because clocks differ. Stored texts are skipped. */
const OVERLAP_MS = 600_000
/** Maximum age of fetched texts. */
const REACH_MS = 30 * 24 * 3_600_000

export interface CatchUp {
  /** Renews the heartbeat every few seconds. Nothing may be sent before the first one. */
  beat(): Promise<void>
  hasBegun(): boolean
  /** Fetches missed texts if there is a gap and no other process does it. */
  run(): Promise<void>
  /** Ends a run after its current page; another process or the next start continues. */
  interrupt(): void
  /** Ends the heartbeat. */
  stop(): Promise<void>
}

/** Backfills inbound texts missed during downtime: after each start and each outage. */
export function createCatchUp(deps: Deps): CatchUp {
  const { sql, clock, log, ingestFailures } = deps
  const id = randomUUID()
  const now = () => databaseNow(sql, clock)
  let heartbeatAt: Date | null = null
  let renewedAt = Number.NEGATIVE_INFINITY
  let interrupted = false

  async function renew() {
    if (interrupted) throw new Error('This process is stopping')
    await renewRun(sql, now())
  }

  async function fetchMissed() {
    const run = await claimRun(sql, now())
    if (!run) return
    const since = new Date(Math.max(run.since.getTime() - OVERLAP_MS, clock().getTime() - REACH_MS))
    try {
      const received = await backfill(deps, since, renew)
      await endRun(sql, run, now())
      if (received > 0) log.info({ received, since }, 'backfilled inbound texts')
    } catch (error) {
      if (interrupted) return
      log.warn({ err: error }, 'the backfill of inbound texts failed')
      const refused = errorDetails(error).status === 401
      await failRun(sql, `The carrier ${refused ? 'refused our credentials' : 'does not answer'}`, now())
    }
  }

  return {
    async beat() {
      const failure = ingestFailures.take()
      const at = clock().getTime()
      // A clock that was set back must not delay the heartbeat.
      if (!failure && at >= renewedAt && at < renewedAt + HEARTBEAT_MS) return
      try {
        heartbeatAt = await renewHeartbeat(sql, {
          id,
          now: now(),
          lastAt: heartbeatAt,
          failureAgeMs: failure ? failure() : null,
        })
        renewedAt = at
      } catch (error) {
        if (failure) ingestFailures.record(failure)
        throw error
      }
    },
    hasBegun: () => heartbeatAt !== null,
    async run() {
      if (heartbeatAt !== null) await fetchMissed()
    },
    interrupt() {
      interrupted = true
    },
    async stop() {
      if (heartbeatAt !== null) await endHeartbeat(sql, id, now())
      heartbeatAt = null
    },
  }
}
