import { after, type Moment } from '../db/now.ts'
import type { Fragment, Sql } from '../db/open.ts'
import type { Answer } from './post.ts'

// The only writer of `deliveries.state` besides the triggers that queue events, tests and replays.

/** Lease of an attempt: longer than an attempt takes. */
const LEASE_MS = 60_000
/** How long an event is tried. */
export const GIVE_UP_MS = 24 * 3_600_000
/** 5 s, doubled with each attempt, at most an hour. */
const pauseMs = (attempts: number) => Math.min(3_600_000, 5000 * 2 ** Math.min(attempts - 1, 12))

export interface ClaimedDelivery {
  id: string
  receiverId: string
  url: string
  /** Sealed. */
  secret: Buffer
  kind: string
  data: object
  createdAt: Date
  attempts: number
}

interface ClaimDeliveries {
  most: number
  perReceiver: number
  /** Unset: of all receivers. */
  receiverId?: string
}

/** A queued event that may be sent now. A test event is what a person waits for. */
const isDue = (sql: Sql, now: Moment): Fragment => sql`
  r.state = 'on' and d.state = 'queued' and d.due_at <= ${now}
  and (r.wait_until is null or r.wait_until <= ${now} or d.kind = 'test')
  and not exists (select 1 from deliveries e where e.receiver_id = d.receiver_id and e.subject = d.subject
    and e.seq < d.seq and e.state in ('queued', 'sending'))`

/**
 * Claims the next due event of each subject and receiver, at most `perReceiver` for one receiver. An event waits until all
 * earlier events about its subject are delivered or have failed.
 */
export function claimDeliveries(sql: Sql, now: Moment, { most, perReceiver, receiverId }: ClaimDeliveries) {
  return sql<ClaimedDelivery[]>`
    with next as (
      select d.id, row_number() over (partition by d.receiver_id order by d.seq) as place, d.seq
      from deliveries d join receivers r on r.id = d.receiver_id
      where ${isDue(sql, now)} ${receiverId === undefined ? sql`` : sql`and r.id = ${receiverId}`}
    ), locked as (
      select d.id from deliveries d join next n on n.id = d.id
      where n.place <= ${perReceiver} and d.state = 'queued' order by n.place, d.seq limit ${most} for update of d skip locked
    )
    update deliveries d set state = 'sending', attempts = attempts + 1, tried_at = ${now},
      first_tried_at = coalesce(first_tried_at, ${now}), lease_until = ${after(sql, now, LEASE_MS)}
    from locked, receivers r where d.id = locked.id and r.id = d.receiver_id
    returning d.id, d.receiver_id, r.url, r.secret, d.kind, d.data, d.created_at, d.attempts`
}

/** Receivers with a due event, in any order: none must always come last. */
export const findDueReceivers = (sql: Sql, now: Moment, busy: readonly string[], most: number) => sql<
  { id: string }[]
>`
  select r.id from receivers r
  where r.id <> all(${[...busy]}::uuid[]) and exists (select 1 from deliveries d where d.receiver_id = r.id and ${isDue(sql, now)})
  order by random() limit ${most}`

/** What becomes of an event after an attempt. `off`: its receiver gets no more events. */
export type Outcome = 'delivered' | 'later' | 'failed' | 'off'

/** Statuses about the receiver, not about the event: their pause holds for all its events. */
const WAITING = [429, 503]

/**
 * Stores the answer. An event that failed for a day fails alone while others arrive. If nothing arrived for a day, or after
 * 410, the receiver is off; its opt-outs stay queued until it is on again.
 */
export async function recordAnswer(
  sql: Sql,
  { id, attempts, receiverId, kind }: Pick<ClaimedDelivery, 'id' | 'attempts' | 'receiverId' | 'kind'>,
  { status, text }: Answer,
  { now, waitMs = 0 }: { now: Moment; waitMs?: number },
): Promise<Outcome> {
  const delivered = status !== null && status >= 200 && status < 300
  const isOver = status === 410 || (!delivered && (await isTooOld(sql, id, now)))
  const off = isOver && kind !== 'test' && (status === 410 || !(await hasArrived(sql, receiverId, now)))
  const keeps = off && kind === 'opt_out.recorded'
  const { count } = await sql`
    update deliveries set status = ${status}, answer = ${text}, lease_until = null,
      due_at = ${after(sql, now, Math.max(pauseMs(attempts), waitMs))},
      state = ${delivered ? 'delivered' : isOver && !keeps ? 'failed' : 'queued'}
    where id = ${id} and attempts = ${attempts} and state = 'sending'`
  if (count === 0) return 'later'
  if (waitMs > 0 && status !== null && WAITING.includes(status))
    await sql`update receivers set wait_until = ${after(sql, now, waitMs)} where id = ${receiverId}`
  if (off) return 'off'
  return delivered ? 'delivered' : isOver ? 'failed' : 'later'
}

const isTooOld = async (sql: Sql, id: string, now: Moment): Promise<boolean> =>
  (await sql`select 1 from deliveries where id = ${id} and first_tried_at <= ${after(sql, now, -GIVE_UP_MS)}`)
    .count > 0

const hasArrived = async (sql: Sql, receiverId: string, now: Moment): Promise<boolean> =>
  (
    await sql`
      select 1 from deliveries where receiver_id = ${receiverId} and state = 'delivered'
        and tried_at > ${after(sql, now, -GIVE_UP_MS)} limit 1`
  ).count > 0

/** Queues attempts of dead processes again. A receiver that has the event already recognises its id. */
export async function expireDeliveries(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update deliveries set state = 'queued', lease_until = null, due_at = ${now}
    where id in (select id from deliveries where state = 'sending' and lease_until <= ${now} for update skip locked)`
}
