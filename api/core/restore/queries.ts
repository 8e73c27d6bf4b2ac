import { createLease } from '../../platform/db/lease.ts'
import { after, type Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { markRestoredMails } from '../../platform/mail/queries.ts'
import type { SenderAddress } from '../messages/senders.ts'

/** Wait before the first look-up: the carrier lists texts minutes late. */
export const CHECK_AFTER_MS = 180_000
/** After this time another process takes over unfinished look-ups. */
const LEASE_MS = 60_000

/**
 * Stops sending until staff resume and lists all texts that may have been sent after the snapshot. A snapshot of a database
 * that was itself restored and not resumed counts from the earlier snapshot. Returns the number of texts.
 */
export async function stopAfterRestore(sql: Sql, takenAt: Date, now: Date): Promise<number> {
  await sql`
    insert into restored (taken_at, restored_at) values (${takenAt}, ${now})
    on conflict (one) do update set restored_at = excluded.restored_at, lease_until = '-infinity', received_at = null,
      recorded_at = null, trouble = null, resumed_at = null,
      taken_at = case when restored.resumed_at is null then least(restored.taken_at, excluded.taken_at)
        else excluded.taken_at end`
  await sql`delete from restored_texts`
  await markRestoredMails(sql, now)
  const { count } = await sql`
    insert into restored_texts (message_id)
    select id from messages where direction = 'outbound' and status in ('queued', 'sending', 'unknown')`
  await sql`update send_bucket set stopped_reason = ${STOPPED}, stopped_at = ${now}`
  return count
}

const STOPPED = 'Restored from a backup'
const NOTHING_SENT =
  'Sending is stopped, because this was restored from a backup. Resume sending first. Nothing was sent.'

export interface RestoredState {
  takenAt: Date
  restoredAt: Date
  receivedAt: Date | null
  recordedAt: Date | null
  trouble: string | null
}

/** State of a restore that staff have not resumed, or null. */
export async function findRestored(sql: Sql) {
  const [row] = await sql<RestoredState[]>`
    select taken_at, restored_at, received_at, recorded_at, trouble from restored where resumed_at is null`
  return row ?? null
}

/** Counts of finished and remaining look-ups. */
export async function countLookUps(sql: Sql) {
  const [row] = await sql<[{ left: number; asked: number; sent: number; unknown: number }]>`
    select count(*) filter (where r.outcome is null)::int as left, count(r.outcome)::int as asked,
      count(*) filter (where r.outcome = 'sent')::int as sent,
      count(*) filter (where r.outcome = 'absent' and m.status = 'unknown')::int as unknown
    from restored_texts r join messages m on m.id = r.message_id`
  return row
}

/** Restore state for the console, or null. */
export async function restoreState(sql: Sql) {
  const restored = await findRestored(sql)
  if (!restored) return null
  const { takenAt, restoredAt, receivedAt, recordedAt, trouble } = restored
  const counts = await countLookUps(sql)
  return {
    takenAt: takenAt.toISOString(),
    restoredAt: restoredAt.toISOString(),
    asksAt: new Date(restoredAt.getTime() + CHECK_AFTER_MS).toISOString(),
    ...counts,
    ready: receivedAt !== null && recordedAt !== null && counts.left === 0,
    trouble,
  }
}

/** Texts queued after the restore may have been sent by the old service: look them up too. */
export async function addQueued(sql: Sql): Promise<number> {
  const { count } = await sql`
    insert into restored_texts (message_id)
    select id from messages m where status = 'queued' and not exists (select 1 from restored_texts r where r.message_id = m.id)
    on conflict do nothing`
  return count
}

export interface LookUp {
  id: string
  phone: string
  body: string
  sender: SenderAddress
  /** Earliest time at which it may have been sent. */
  since: Date
}

/** Claims the next look-ups, ordered by number and age, so that of two equal texts the first one gets the match. */
export function claimLookUps(sql: Sql, now: Moment, most: number) {
  return sql<LookUp[]>`
    with next as (
      select r.message_id from restored_texts r
      where outcome is null and (asked_at is null or asked_at <= ${after(sql, now, -LEASE_MS)})
      order by asked_at nulls first limit ${most} for update skip locked
    ), taken as (
      update restored_texts r set asked_at = ${now} from next where r.message_id = next.message_id
      returning r.message_id
    )
    select m.id, m.phone, m.body, jsonb_build_object('kind', sender.kind, 'address', sender.address) as sender, least(coalesce(m.attempted_at, s.taken_at), s.taken_at) as since
    from taken join messages m on m.id = taken.message_id join senders sender on sender.id = m.sender_id
    cross join restored s
    order by m.phone, m.seq`
}

export async function saveOutcome(sql: Sql, id: string, outcome: 'sent' | 'absent'): Promise<void> {
  await sql`update restored_texts set outcome = ${outcome} where message_id = ${id}`
}

/** Stores why the carrier cannot be reached, or null. */
export async function saveTrouble(sql: Sql, trouble: string | null): Promise<void> {
  await sql`update restored set trouble = ${trouble} where trouble is distinct from ${trouble}`
}

const listLease = createLease('restored', LEASE_MS)

/** Runs the steps in one process at a time; false if another process has the lease. */
export async function withListLease(sql: Sql, now: () => Moment, steps: () => Promise<void>) {
  if (!(await listLease.acquire(sql, now(), { where: sql`resumed_at is null` }))) return false
  try {
    await steps()
    return true
  } finally {
    await listLease.release(sql)
  }
}

export const renewListLease = (sql: Sql, now: Moment) => listLease.renew(sql, now)

export async function markListed(sql: Sql, what: 'receivedAt' | 'recordedAt', now: Moment): Promise<void> {
  await sql`update restored set ${sql({ receivedAt: 'received_at', recordedAt: 'recorded_at' }[what])} = ${now}`
}

/** Staff resume sending. */
export async function endRestore(sql: Sql, now: Date): Promise<void> {
  await sql`update restored set resumed_at = ${now} where resumed_at is null`
}

/** Throws `conflict` while sending has stopped after a restore. */
export async function requireNotRestored(sql: Sql): Promise<void> {
  const { count } = await sql`select 1 from restored where resumed_at is null`
  if (count > 0) throw new AppError('conflict', NOTHING_SENT)
}
