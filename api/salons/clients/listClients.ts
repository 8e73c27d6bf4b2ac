import { searchMatcher } from '@salonback/shared/kit/search.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { Client, clients } from '@salonback/shared/salons/clients/contract.ts'
import { countReasons, eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import { lastVisitOf, nextVisitOf } from '@salonback/shared/salons/clients/ownVisits.ts'
import type { CallContext } from '../../deps.ts'
import { requireSalon, type SalonRules } from '../salons/queries.ts'
import { clientChunks, findClientNames, type StoredClient } from './clientFacts.ts'
import { filterInSteps, mapInSteps, runSteps } from './runSteps.ts'

const PAGE = 100

type Counts = Record<Reason, number>

/** How long counts of a large salon stand for later pages, letters and reasons of the same list, ms. */
const KEPT_MS = 60_000
/** A salon with more clients is large: counting them takes seconds. */
const MANY = 2000
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
 * A page of the clients of a salon by name, with the counts of all. Only a reading of the counts judges every client, in
 * slices; a page judges as many as it takes to fill it.
 */
export async function listClients(
  { id, reason, q, cursor }: ListInput,
  { sql, env, clock, http }: CallContext,
  counted: ReturnType<typeof createCountedClients>,
) {
  const now = clock()
  const { signal } = http.req.raw
  const salon = await requireSalon(sql, id)
  const names = await findClientNames(sql, id)
  const isPart = Boolean(cursor || q || reason)
  const known = isPart && names.length > MANY ? counted.find(id, now) : null
  const isFound = searchMatcher(q ?? '')
  const matching = await runSteps(
    filterInSteps(names, ({ firstName, phone }) => isFound(`${firstName?.toLowerCase() ?? ''}\n${phone}`)),
    signal,
  )
  const from = cursor ? matching.findIndex((client) => client.id === cursor) + 1 : 0
  const wanted = { salonId: id, keys: env, now }
  const page: Client[] = []
  const isWanted = ({ eligibility }: Client) => !reason || eligibility.reason === reason
  const ids = matching.slice(from).map((client) => client.id)
  for await (const chunk of clientChunks(sql, wanted, ids, signal)) {
    const judged = await runSteps(
      mapInSteps(chunk, (client) => toClient(client, salon, now)),
      signal,
    )
    page.push(...judged.filter(isWanted))
    if (page.length > PAGE) break
  }
  const found = known ?? (await countAll())
  const items = page.slice(0, PAGE)
  return {
    items,
    nextCursor: page.length > PAGE ? (items.at(-1)?.id ?? null) : null,
    waterfall: found,
  }

  async function countAll(): Promise<Counts> {
    const sums = countReasons([])
    const all = names.map((client) => client.id)
    for await (const chunk of clientChunks(sql, wanted, all, signal)) {
      const reasons = await runSteps(
        mapInSteps(chunk, (client) => eligible(client, salon, now)),
        signal,
      )
      for (const one of reasons) sums[one]++
    }
    counted.keep(id, sums, now)
    return sums
  }
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
