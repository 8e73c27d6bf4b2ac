import { searchTerms } from '@salonback/shared/kit/search.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { Client, clients } from '@salonback/shared/salons/clients/contract.ts'
import { countReasons, eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import { lastVisitOf, nextVisitOf } from '@salonback/shared/salons/clients/ownVisits.ts'
import type { CallContext } from '../../deps.ts'
import { containing, isFound } from '../../platform/db/containing.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { requireSalon, type SalonRules } from '../salons/queries.ts'
import { type FindFacts, findClients, type StoredClient } from './clientFacts.ts'
import { clientsById } from './countEligible.ts'

const PAGE = 100
/** Clients per query while only those with one reason fill the page. */
const CHUNK = 500

type Counts = Record<Reason, number>

/** How long counts of a salon stand for later pages, letters and reasons of the same list, ms. */
const KEPT_MS = 60_000
/** Salons with kept counts. */
const MAX_KEPT = 200

/** Counts of the last reading of each salon. */
export function createCountedClients() {
  const kept = new Map<string, { counts: Counts; at: number }>()
  return {
    find(salonId: string, now: Date): Counts | null {
      const found = kept.get(salonId)
      return found && Math.abs(now.getTime() - found.at) < KEPT_MS ? found.counts : null
    },
    keep(salonId: string, counts: Counts, now: Date) {
      kept.delete(salonId)
      kept.set(salonId, { counts, at: now.getTime() })
      const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}

type ListInput = HandlerInput<typeof clients.list>

/**
 * A page of the clients of a salon by name, with the counts of all. Only the clients of the page are read and judged, with a
 * reason as many as it takes to fill it. A list without search, reason and cursor counts all.
 */
export async function listClients(
  { id, reason, q, cursor }: ListInput,
  { sql, env, clock, http }: CallContext,
  counted: ReturnType<typeof createCountedClients>,
) {
  const now = clock()
  const { signal } = http.req.raw
  const salon = await requireSalon(sql, id)
  const wanted = { salonId: id, keys: env, now }
  const found: Client[] = []
  const size = reason ? CHUNK : PAGE + 1
  for (let after = cursor; found.length <= PAGE; ) {
    signal.throwIfAborted()
    const chunk = await findPage(sql, wanted, { q, after, size })
    const judged = chunk.map((client) => toClient(client, salon, now))
    found.push(...judged.filter(({ eligibility }) => !reason || eligibility.reason === reason))
    after = chunk.at(-1)?.id
    if (chunk.length < size) break
  }
  const known = cursor || q || reason ? counted.find(id, now) : null
  return { ...toPage(found, PAGE, (last) => last.id), waterfall: known ?? (await countAll()) }

  async function countAll(): Promise<Counts> {
    const sums = countReasons([])
    for await (const chunk of clientsById(sql, wanted, CHUNK)) {
      signal.throwIfAborted()
      for (const client of chunk) sums[eligible(client, salon, now)]++
    }
    counted.keep(id, sums, now)
    return sums
  }
}

interface FindPage {
  q?: string | undefined
  /** Id of the last client of the page before; an unknown one begins with the first page. */
  after?: string | undefined
  size: number
}

/** The next clients that match the search, by name and id; those without a name last. */
function findPage(sql: Sql, wanted: FindFacts, { q = '', after, size }: FindPage) {
  const place = sql`(first_name is null, coalesce(lower(first_name), ''), id)`
  const isAfter = sql`coalesce(${place} > (
    select first_name is null, coalesce(lower(first_name), ''), id from clients
    where id::text = ${after ?? null} and salon_id = ${wanted.salonId}), true)`
  return findClients(
    sql,
    wanted,
    sql`and c.id in (
      select id from clients where salon_id = ${wanted.salonId} and ${matches(sql, q)} and ${isAfter}
      order by ${place} limit ${size})`,
  )
}

/** Condition: name or number has the words or digits of the search. */
function matches(sql: Sql, search: string): Fragment {
  const { words, digits } = searchTerms(search)
  if (words === '') return sql`true`
  const shown = sql`(coalesce(first_name, '') || E'\n' || phone)`
  const hasDigits = digits === '' ? sql`false` : sql`${shown} like ${containing(digits)}`
  return sql`(${isFound(sql, shown, words)} or ${hasDigits})`
}

export function toClient(client: StoredClient, salon: SalonRules, now: Date): Client {
  const { id, phone, firstName, visits, flags } = client
  const reason = eligible(client, salon, now)
  return {
    id,
    phone,
    firstName,
    lastVisit: lastVisitOf(client),
    nextVisit: nextVisitOf(client),
    visits,
    flags,
    eligibility: { ok: reason === 'eligible', reason },
  }
}
