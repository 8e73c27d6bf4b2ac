import type { Run, Target } from '@salonback/shared/core/publicTexts/rules.ts'
import type { Sql } from '../../platform/db/open.ts'
import { erased, type PhoneKeys } from '../../platform/privacy/hash.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Budget of a sliding window. */
export interface Limit {
  span: 'hour' | 'day' | 'alert'
  most: number
  ms: number
}

/** A slot is taken within the span before or after now: one dated far ahead by a wrong clock must become free. */
const taken = (sql: Sql, ms: number, now: Date) =>
  sql`(taken_at > ${before(now, ms)} and taken_at < ${before(now, -ms)})`

/** Limits as rows: slots, and how long a taken slot counts. */
const asRows = (sql: Sql, limits: Limit[], now: Date) => sql`unnest(
  ${limits.map(({ span }) => span)}::text[], ${limits.map(({ most }) => most)}::int[],
  ${limits.map(({ ms }) => before(now, ms).toISOString())}::timestamptz[],
  ${limits.map(({ ms }) => before(now, -ms).toISOString())}::timestamptz[]) as wanted (span, most, since, until)`

const freeSlot = (sql: Sql) => sql`
  from public_text_slots s where s.span = wanted.span and s.slot <= wanted.most
    and not (s.taken_at > wanted.since and s.taken_at < wanted.until)`

/** Checks before the budget is used. */
export async function findObstacles(
  sql: Sql,
  keys: PhoneKeys,
  { phone, dedupeKey, limits, now }: { phone: string; dedupeKey: string; limits: Limit[]; now: Date },
) {
  const [row] = await sql<
    [{ hasText: boolean; suppressed: boolean; stopped: boolean; room: boolean; liftedAt: Date }]
  >`
    select exists (select 1 from messages where dedupe_key = ${dedupeKey}) as has_text,
      coalesce(suppressed(${phone}) or ${erased(sql, keys, phone)}, true) as suppressed,
      stopped_at is not null as stopped, lifted_at,
      not exists (select 1 from ${asRows(sql, limits, now)} where not exists (select 1 ${freeSlot(sql)})) as room
    from public_text_stop`
  return row
}

/** Serialises transactions for this address or range. */
export async function lockKey(sql: Sql, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`public text ${key}`}, 0))`
}

/** Public texts of the last hour, and the number sent to this country in the 23 hours before. */
export async function findRecent(
  sql: Sql,
  { country, perDay, now }: { country: string; perDay: number; now: Date },
) {
  const lastHour = await sql<(Target & { at: Date; address: string | null })[]>`
    select m.phone, s.country, s.taken_at as at, s.address
    from public_text_slots s join messages m on m.id = s.message_id
    where s.span = 'day' and s.slot <= ${perDay} and s.country is not null and ${taken(sql, HOUR_MS, now)}`
  const [row] = await sql<[{ earlier: number }]>`
    select count(*)::int as earlier from public_text_slots
    where span = 'day' and slot <= ${perDay} and country = ${country} and taken_at > ${before(now, DAY_MS)}
      and taken_at <= ${before(now, HOUR_MS)}`
  return { lastHour, earlier: row.earlier }
}

/** Public texts of a salon in the last hour and day. */
export async function countOfSalon(sql: Sql, salonId: string, now: Date) {
  const [row] = await sql<[{ hour: number; day: number }]>`
    select count(*) filter (where ${taken(sql, HOUR_MS, now)})::int as hour, count(*)::int as day
    from public_text_slots s join messages m on m.id = s.message_id
    where s.span = 'day' and ${taken(sql, DAY_MS, now)} and m.salon_id = ${salonId}`
  return row
}

/** Details and confirmations of the last day that came after the last text from this number, without those `answered`. */
export async function countUnanswered(
  sql: Sql,
  { phone, answered, now }: { phone: string; answered: string[]; now: Date },
): Promise<number> {
  const [row] = await sql<[{ unanswered: number }]>`
    select count(*)::int as unanswered from messages m
    where m.phone = ${phone} and m.direction = 'outbound' and m.kind in ('details', 'confirmation')
      and m.created_at > ${before(now, DAY_MS)} and m.id <> all(${answered}::uuid[])
      and not exists (select 1 from messages r
        where r.phone = m.phone and r.direction = 'inbound' and r.created_at >= m.created_at)`
  return row.unanswered
}

export interface Slot {
  messageId: string
  country: string | null
  address: string | null
}

/** Takes one slot of each limit, or none (false). One statement that skips locked slots, so it never waits. */
export async function takeSlots(sql: Sql, limits: Limit[], slot: Slot, now: Date): Promise<boolean> {
  const rows = await sql`
    with free as materialized (
      select wanted.span, one.slot from ${asRows(sql, limits, now)}
      cross join lateral (select s.slot ${freeSlot(sql)} limit 1 for update skip locked) one
    )
    update public_text_slots t
    set taken_at = ${now},
      message_id = case when t.span = 'day' then ${slot.messageId}::uuid end,
      country = case when t.span = 'day' then ${slot.country} end,
      address = case when t.span = 'day' then ${slot.address} end
    from free where t.span = free.span and t.slot = free.slot and (select count(*) from free) = ${limits.length}
    returning 1`
  return rows.length === limits.length
}

/** Stops public texts. Returns the running number of the stop, or null if stopped already. */
export async function stopTexts(sql: Sql, { kind, place, texts }: Run, now: Date): Promise<number | null> {
  const [row] = await sql<{ stops: number }[]>`
    update public_text_stop set stopped_at = ${now}, kind = ${kind}, place = ${place}, texts = ${texts}, stops = stops + 1
    where stopped_at is null returning stops`
  return row?.stops ?? null
}

/** Resumes public texts; earlier ones no longer count towards a run. False if they were not stopped. */
export async function liftStop(sql: Sql, now: Date): Promise<boolean> {
  const { count } = await sql`
    update public_text_stop set stopped_at = null, lifted_at = ${now} where stopped_at is not null`
  return count > 0
}

export type Stop = Run & { stoppedAt: Date | null; stops: number }

export async function findStop(sql: Sql): Promise<Stop> {
  const [row] = await sql<[Stop]>`select stopped_at, kind, place, texts, stops from public_text_stop`
  return row
}

/** Taken slots of a limit, and when the first becomes free. */
export async function findUse(sql: Sql, { span, most, ms }: Limit, now: Date) {
  const [row] = await sql<[{ used: number; first: Date | null }]>`
    select count(*)::int as used, min(taken_at) as first from public_text_slots
    where span = ${span} and slot <= ${most} and ${taken(sql, ms, now)}`
  return { used: row.used, freeAt: row.first && row.used >= most ? before(row.first, -ms) : null }
}

/** Clears old addresses, a few at a time, because a locked slot looks taken to other processes. */
export async function deleteOldAddresses(sql: Sql, now: Date): Promise<void> {
  await sql`
    update public_text_slots set address = null, message_id = null where (span, slot) in (
      select span, slot from public_text_slots
      where span = 'day' and message_id is not null and not ${taken(sql, DAY_MS, now)} limit 50 for update skip locked)`
}

/** Notices (answers to STOP and HELP) since then, and whether staff ever texted the number. */
export async function findContactHistory(sql: Sql, phone: string, since: Date) {
  const [row] = await sql<[{ notices: number; texted: boolean }]>`
    select count(*) filter (where kind = 'notice' and created_at > ${since})::int as notices,
      coalesce(bool_or(direction = 'outbound' and (created_by is not null or campaign_id is not null)
        and accepted_at is not null), false) as texted
    from messages where phone = ${phone}`
  return row
}
