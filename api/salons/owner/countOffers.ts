import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { runEach } from '../../platform/runEach.ts'
import { countEligible } from '../clients/countEligible.ts'
import { findSalonRules } from '../salons/queries.ts'

type CountOffers = Pick<Deps, 'env' | 'clock'>

/** Offers of one round: a large list takes seconds, and a stop waits for the round. */
const MOST = 5

/** Counts the clients of an offer and stores the figures with it: the owner's page must not check 50,000 clients. */
async function countOffer(
  sql: Sql,
  { env, clock }: CountOffers,
  { id, salonId }: { id: string; salonId: string },
): Promise<void> {
  const salon = await findSalonRules(sql, salonId)
  if (!salon) return
  const now = clock()
  const { people, eligible } = await countEligible(sql, salon, { keys: env, now, offerIds: [id] })
  await sql`
    update offers set people = ${people}, eligible = ${eligible}, counted_at = ${now} where id = ${id} and state <> 'approved'`
}

/** Counts offers that wait for their owner: when they are new, after a new list, and once a day. */
export async function countWaitingOffers(deps: CountOffers & Pick<Deps, 'sql' | 'log'>): Promise<void> {
  const { sql, clock } = deps
  const offers = await sql<{ id: string; salonId: string }[]>`
    select o.id, o.salon_id from offers o where o.state = 'with_owner'
      and (o.counted_at is null or o.counted_at < ${clock()}::timestamptz - interval '1 day'
        or exists (select 1 from client_lists l where l.salon_id = o.salon_id and l.declared_at > o.counted_at))
    order by o.counted_at nulls first`
  await runEach(deps, offers, {
    what: 'the count of an offer',
    idsOf: ({ id, salonId }) => ({ offerId: id, salonId }),
    most: MOST,
    step: (offer) => countOffer(sql, deps, offer),
  })
}
