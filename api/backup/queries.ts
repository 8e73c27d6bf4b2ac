import type { RestoreState } from '@salonback/shared/settings/contract.ts'
import { after, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'

/** The carrier may show a text minutes after it took it: what the service before us sent last, too. */
export const ASK_AFTER_MS = 180_000
/** Another process takes over what one began to ask and did not finish. */
const LEASE_MS = 60_000

/**
 * Nothing is sent from here on, until a person resumes. Every text that may have left after the snapshot is noted, to be
 * asked about. A snapshot of a database that was itself restored and never resumed counts from the earlier one. Returns
 * how many texts it is.
 */
export async function stopAfterRestore(sql: Sql, takenAt: Date, now: Date): Promise<number> {
  await sql`
    insert into restored (taken_at, restored_at) values (${takenAt}, ${now})
    on conflict (one) do update set restored_at = excluded.restored_at, lease_until = '-infinity', received_at = null,
      recorded_at = null, trouble = null, resumed_at = null,
      taken_at = case when restored.resumed_at is null then least(restored.taken_at, excluded.taken_at)
        else excluded.taken_at end`
  await sql`delete from restored_texts`
  const { count } = await sql`
    insert into restored_texts (message_id)
    select id from messages where direction = 'outbound' and status in ('queued', 'sending', 'unknown')`
  await sql`
    update send_bucket set stopped_reason = ${STOPPED}, stopped_at = ${now}`
  return count
}

export const STOPPED = 'Restored from a backup'
export const HELD_BY_RESTORE =
  'Sending has stopped: this was restored from a backup, and nobody has resumed sending yet.'

/** Since when the snapshot is that this database was restored from; null where nobody has to be asked any more. */
export async function findRestored(sql: Sql) {
  const [row] = await sql<
    {
      takenAt: Date
      restoredAt: Date
      receivedAt: Date | null
      recordedAt: Date | null
      trouble: string | null
    }[]
  >`
    select taken_at, restored_at, received_at, recorded_at, trouble from restored where resumed_at is null`
  return row ?? null
}
export type RestoredState = NonNullable<Awaited<ReturnType<typeof findRestored>>>

/** Whether a restore holds all texts back. */
export async function isHeldByRestore(sql: Sql): Promise<boolean> {
  return (await sql`select 1 from restored where resumed_at is null`).count > 0
}

/** What was asked, and what is left to ask. */
export async function countAsked(sql: Sql) {
  const [row] = await sql<[{ left: number; asked: number; sent: number; unknown: number }]>`
    select count(*) filter (where outcome is null)::int as left, count(outcome)::int as asked,
      count(*) filter (where outcome = 'sent')::int as sent,
      count(*) filter (where outcome = 'absent' and m.status = 'unknown')::int as unknown
    from restored_texts r join messages m on m.id = r.message_id`
  return row
}

/** What staff are told of a restore that holds all texts back; null when none does. */
export async function restoreState(sql: Sql): Promise<RestoreState | null> {
  const restored = await findRestored(sql)
  if (!restored) return null
  const { takenAt, restoredAt, receivedAt, recordedAt, trouble } = restored
  const counts = await countAsked(sql)
  return {
    takenAt: takenAt.toISOString(),
    restoredAt: restoredAt.toISOString(),
    asksAt: new Date(restoredAt.getTime() + ASK_AFTER_MS).toISOString(),
    ...counts,
    ready: receivedAt !== null && recordedAt !== null && counts.left === 0,
    trouble,
  }
}

/** What a restored service queues while it is stopped may be what the one before it sent: it is asked about as well. */
export async function addQueued(sql: Sql): Promise<number> {
  const { count } = await sql`
    insert into restored_texts (message_id)
    select id from messages m where status = 'queued' and not exists (select 1 from restored_texts r where r.message_id = m.id)
    on conflict do nothing`
  return count
}

export interface ToAsk {
  id: string
  phone: string
  body: string
  /** Since when it may have been sent. */
  since: Date
}

/**
 * The next texts to ask about, one of each number: of two alike the carrier's one text is the first one's, and the second
 * must find it taken.
 */
export function takeToAsk(sql: Sql, now: Moment, most: number) {
  return sql<ToAsk[]>`
    with next as (
      select r.message_id from restored_texts r
      where outcome is null and (asked_at is null or asked_at <= ${after(sql, now, -LEASE_MS)})
      order by asked_at nulls first limit ${most} for update skip locked
    ), taken as (
      update restored_texts r set asked_at = ${now} from next where r.message_id = next.message_id
      returning r.message_id
    )
    select m.id, m.phone, m.body, least(coalesce(m.attempted_at, s.taken_at), s.taken_at) as since
    from taken join messages m on m.id = taken.message_id cross join restored s
    order by m.phone, m.seq`
}

export async function keepOutcome(sql: Sql, id: string, outcome: 'sent' | 'absent'): Promise<void> {
  await sql`update restored_texts set outcome = ${outcome} where message_id = ${id}`
}

/** Why the carrier cannot be asked, for staff to read; null when it can. */
export async function keepTrouble(sql: Sql, trouble: string | null): Promise<void> {
  await sql`update restored set trouble = ${trouble} where trouble is distinct from ${trouble}`
}

/** For a minute nobody else goes through the carrier's list; false when somebody does already. */
export async function leaseList(sql: Sql, now: Moment): Promise<boolean> {
  const { count } = await sql`
    update restored set lease_until = ${after(sql, now, LEASE_MS)}
    where lease_until <= ${now} and resumed_at is null`
  return count > 0
}

/** A long list takes longer than one lease. */
export async function renewLease(sql: Sql, now: Moment): Promise<void> {
  await sql`update restored set lease_until = ${after(sql, now, LEASE_MS)}`
}

export async function endLease(sql: Sql): Promise<void> {
  await sql`update restored set lease_until = '-infinity'`
}

export async function markListed(sql: Sql, what: 'receivedAt' | 'recordedAt', now: Moment): Promise<void> {
  await sql`update restored set ${sql({ receivedAt: 'received_at', recordedAt: 'recorded_at' }[what])} = ${now}`
}

/** A person lets texts go again. */
export async function endRestore(sql: Sql, now: Date): Promise<void> {
  await sql`update restored set resumed_at = ${now} where resumed_at is null`
}
