import type {
  V1Campaign,
  V1Client,
  V1Salon,
  V1Statement,
  V1Visit,
} from '@salonback/shared/salons/v1/contract.ts'
import type { z } from 'zod'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findAccounts } from '../salons/owed.ts'

/** Entries per page. */
const PAGE = 100

export interface FindPage {
  /** Null: all salons. */
  salonId: string | null
  cursor?: string | undefined
}

const isOf = (sql: Sql, column: Fragment, salonId: string | null) =>
  sql`(${salonId}::uuid is null or ${column} = ${salonId})`

/** Rows after the row with the cursor as id. */
const after = (sql: Sql, table: Fragment, cursor: string | undefined, time = sql`created_at`) =>
  cursor === undefined
    ? sql`true`
    : sql`(x.${time}, x.id) < (select ${time}, id from ${table} where id = ${cursor})`

const GONE = 'This page is gone. Please start without a cursor'

/** Throws if the row of the cursor was deleted or is of another salon: an empty page would say that there are no more. */
export async function requireCursor(
  sql: Sql,
  table: 'salons' | 'campaigns' | 'visits' | 'statements',
  { salonId, cursor }: FindPage,
): Promise<void> {
  if (cursor === undefined) return
  const ofSalon = isOf(sql, table === 'salons' ? sql`id` : sql`salon_id`, salonId)
  const { count } = await sql`select 1 from ${sql(table)} where id = ${cursor} and ${ofSalon}`
  if (count === 0) throw new AppError('invalid', GONE, { fields: { cursor: GONE } })
}

export async function findSalonPage(sql: Sql, { salonId, cursor }: FindPage) {
  const rows = await sql<z.infer<typeof V1Salon>[]>`
    select x.id, x.name, x.country, x.time_zone, x.currency, x.state from salons x
    where ${isOf(sql, sql`x.id`, salonId)} and ${after(sql, sql`salons`, cursor)}
    order by x.created_at desc, x.id desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ id }) => id)
}

/** A phone number on the list of one salon, or of all salons. */
export const findClientsWith = (sql: Sql, { salonId, phone }: { salonId: string | null; phone: string }) =>
  sql<z.infer<typeof V1Client>[]>`
    select c.salon_id, c.phone, c.first_name, c.last_visit::text, c.next_visit::text, suppressed(c.phone) as opted_out,
      (select ${instant(sql, sql`max(m.accepted_at)`)} from messages m
        where m.phone = c.phone and m.salon_id = c.salon_id and m.kind in ('offer', 'reminder')) as last_text_at
    from clients c where c.phone = ${phone} and ${isOf(sql, sql`c.salon_id`, salonId)} order by c.created_at, c.id`

export async function findCampaignPage(sql: Sql, { salonId, cursor }: FindPage) {
  const rows = await sql<z.infer<typeof V1Campaign>[]>`
    select x.id, x.salon_id, x.state, ${instant(sql, 'x.created_at')} as created_at, n.texts, n.delivered,
      (select count(distinct v.phone)::int from visits v
        where v.campaign_id = x.id and v.state in ('booked', 'attended')) as visits
    from campaigns x cross join lateral (
      select count(*) filter (where accepted_at is not null)::int as texts,
        count(*) filter (where status = 'delivered')::int as delivered
      from messages where campaign_id = x.id and kind in ('offer', 'reminder')) n
    where x.salon_id is not null and ${isOf(sql, sql`x.salon_id`, salonId)} and ${after(sql, sql`campaigns`, cursor)}
    order by x.created_at desc, x.id desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ id }) => id)
}

export async function findVisitPage(sql: Sql, { salonId, cursor }: FindPage) {
  const rows = await sql<z.infer<typeof V1Visit>[]>`
    select x.id, x.salon_id, x.phone, x.campaign_id, x.state, ${instant(sql, 'x.booked_at')} as booked_at,
      ${instant(sql, 'x.visit_at')} as visit_at, x.amount,
      (select coalesce(jsonb_agg(distinct one->>'kind'), '[]') from jsonb_array_elements(x.evidence) one) as evidence
    from visits x where ${isOf(sql, sql`x.salon_id`, salonId)} and ${after(sql, sql`visits`, cursor)}
    order by x.created_at desc, x.id desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ id }) => id)
}

export async function findStatementPage(sql: Sql, { salonId, cursor }: FindPage) {
  const rows = await sql<(Omit<z.infer<typeof V1Statement>, 'outstanding'> & { id: string })[]>`
    select x.id, x.salon_id, x.number, ${instant(sql, 'x.issued_at')} as issued_at, x.due_on::text, x.currency, x.total
    from statements x
    where ${isOf(sql, sql`x.salon_id`, salonId)} and ${after(sql, sql`statements`, cursor, sql`issued_at`)}
    order by x.issued_at desc, x.id desc limit ${PAGE + 1}`
  const { items, nextCursor } = toPage(rows, PAGE, ({ id }) => id)
  const accounts = await findAccounts(sql, [...new Set(items.map((one) => one.salonId))])
  const outstandingOf = ({ salonId: id, number }: { salonId: string; number: number }) =>
    accounts.get(id)?.balances.find((one) => one.number === number)?.outstanding ?? 0
  return {
    items: items.map(({ id: _, ...statement }) => ({ ...statement, outstanding: outstandingOf(statement) })),
    nextCursor,
  }
}
