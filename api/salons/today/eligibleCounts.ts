import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { KnownSalon } from '../salons/facts.ts'
import type { SalonRules } from '../salons/queries.ts'

/** How long a count stands, ms: of a large salon longer, because it takes seconds. */
const KEPT_MS = 60_000
const LARGE_KEPT_MS = 300_000
/** Clients that one call judges before it answers; larger salons are counted after the answer, one at a time. */
const AT_ONCE = 1000

export interface EligibleCount {
  /** On the list, up to 1,001. */
  clients: number
  /** May be texted now; null: not counted yet. */
  eligible: number | null
}

export type EligibleCounts = (salons: readonly KnownSalon[], now: Date) => Promise<Map<string, EligibleCount>>

interface Kept {
  eligible: number
  at: number
  /** The list that was counted. */
  list: string
}

type CountedSalon = SalonRules & { clients: number; list: string }

/**
 * Counts eligible clients of salons for this process. Reading all clients of all salons takes seconds, so a count is kept for
 * minutes, or until the list changes, and a large salon answers with its last count while it is counted again.
 */
export function createEligibleCounts({ sql, env, eligibleClients, log }: Deps): EligibleCounts {
  const kept = new Map<string, Kept>()
  const waiting = new Map<string, () => Promise<void>>()
  let isCounting = false

  async function count(salon: CountedSalon, now: Date): Promise<void> {
    const eligible = await eligibleClients.count(sql, salon, { keys: env, now })
    kept.set(salon.id, { eligible, at: now.getTime(), list: salon.list })
  }

  /** Counts what waits, one salon after the other. */
  async function countWaiting(): Promise<void> {
    if (isCounting) return
    isCounting = true
    for (const [id, start] of waiting) {
      await start().catch((error: unknown) => log.error({ err: error }, 'eligible clients not counted'))
      waiting.delete(id)
    }
    isCounting = false
  }

  return async (salons, now) => {
    const found = await findCounted(
      sql,
      salons.map(({ id }) => id),
    )
    let left = AT_ONCE
    for (const salon of found) {
      const last = kept.get(salon.id)
      const keptMs = salon.clients > AT_ONCE ? LARGE_KEPT_MS : KEPT_MS
      if (last?.list === salon.list && Math.abs(now.getTime() - last.at) < keptMs) continue
      if (salon.clients > left) waiting.set(salon.id, () => count(salon, now))
      else {
        left -= salon.clients
        await count(salon, now)
      }
    }
    void countWaiting()
    return new Map(
      found.map(({ id, clients }) => [id, { clients, eligible: kept.get(id)?.eligible ?? null }]),
    )
  }
}

/** The rules of these salons with the size of their lists, the smallest first. */
const findCounted = (sql: Sql, ids: readonly string[]) => sql<CountedSalon[]>`
  select s.id, s.name, s.country, s.time_zone, s.state, s.unknown_visits_at is not null as texts_unknown_visits, n.clients,
    concat((select max(l.created_at) from client_lists l where l.salon_id = s.id and l.state = 'committed'), ' ', n.clients) as list
  from salons s cross join lateral (
    select count(*)::int as clients from (select 1 from clients c where c.salon_id = s.id limit ${AT_ONCE + 1}) counted) n
  where s.id = any(${[...ids]}::uuid[]) order by n.clients, s.id`
