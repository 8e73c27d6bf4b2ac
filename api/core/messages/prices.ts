import type { SegmentPrice } from '@salonback/shared/core/messages/cost.ts'
import { marketCodes, markets } from '@salonback/shared/sms/markets.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { TextPrice } from './carrier.ts'

const DAY_MS = 24 * 3_600_000
/** A text that has no price after this time never gets one. */
const PRICED_WITHIN_MS = 30 * DAY_MS
/** Prices change rarely: the last ones are good for an estimate. */
const ESTIMATED_FROM_MS = 90 * DAY_MS

/** Fetches what the carrier charged for texts that have no price yet. A price that is stored stays. */
export async function fetchPrices({ sql, carrier, clock }: Pick<Deps, 'sql' | 'carrier' | 'clock'>) {
  const since = await findOldestUnpriced(sql, new Date(clock().getTime() - PRICED_WITHIN_MS))
  if (!since) return 0
  let stored = 0
  // The carrier's list begins with a day.
  for await (const page of carrier.listPrices(new Date(since.getTime() - DAY_MS)))
    stored += await storePrices(sql, page)
  return stored
}

/**
 * When the oldest text without a price was sent or received; null without one. The carrier charges for received texts too. The
 * parts have the conditions of their indexes.
 */
async function findOldestUnpriced(sql: Sql, from: Date): Promise<Date | null> {
  const received = sql`
    select min(created_at) from messages
    where direction = 'inbound' and created_at > ${from} and price is null and sid is not null`
  const [row] = await sql<[{ at: Date | null }]>`
    select least(
      (select min(greatest(created_at, accepted_at)) from messages
        where direction = 'outbound' and greatest(created_at, accepted_at) > ${from}
          and price is null and accepted_at is not null and status in ('sent', 'delivered', 'undelivered')),
      (${received} and salon_id is null), (${received} and salon_id is not null)
    ) as at`
  return row.at
}

async function storePrices(sql: Sql, prices: TextPrice[]): Promise<number> {
  const { count } = await sql`
    update messages m set price = p.price, price_unit = p.unit
    from jsonb_to_recordset(${sql.json(prices.map((price) => ({ ...price })))}) as p (sid text, price bigint, unit text)
    where m.sid = p.sid and m.price is null`
  return count
}

/** The last known price of a segment to each place. */
export function findSegmentPrices(sql: Sql, now: Date) {
  const area = marketCodes.reduce(
    (others, code) =>
      sql`case when phone like ${`${markets[code].dialCode}%`} then ${code} else ${others} end`,
    sql`'other'`,
  )
  return sql<SegmentPrice[]>`
    select distinct on (area) area, round(price::float8 / greatest(segments, 1))::bigint as price, price_unit as unit
    from (
      select ${area} as area, price, price_unit, segments, greatest(created_at, accepted_at) as at from messages
      where direction = 'outbound' and price is not null
        and greatest(created_at, accepted_at) > ${new Date(now.getTime() - ESTIMATED_FROM_MS)}
      order by greatest(created_at, accepted_at) desc limit 5000
    ) latest order by area, at desc`
}
