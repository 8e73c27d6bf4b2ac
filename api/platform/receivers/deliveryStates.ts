import { after, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import type { Answer } from './post.ts'

// The only writer of `deliveries.state` besides the triggers that queue events, tests and replays.

/** Lease of an attempt: longer than an attempt takes. */
const LEASE_MS = 60_000
/** How long an event is tried before its receiver is turned off. */
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

/**
 * Claims the next due event of each subject and receiver, at most `perReceiver` for one receiver. An event waits until all
 * earlier events about its subject are delivered.
 */
export function claimDeliveries(
  sql: Sql,
  now: Moment,
  { most, perReceiver }: { most: number; perReceiver: number },
) {
  return sql<ClaimedDelivery[]>`
    with next as (
      select d.id, row_number() over (partition by d.receiver_id order by d.seq) as place, d.seq
      from deliveries d join receivers r on r.id = d.receiver_id
      where r.state = 'on' and d.state = 'queued' and d.due_at <= ${now}
        and not exists (select 1 from deliveries e where e.receiver_id = d.receiver_id and e.subject = d.subject
          and e.seq < d.seq and e.state in ('queued', 'sending'))
    ), locked as (
      select d.id from deliveries d join next n on n.id = d.id
      where n.place <= ${perReceiver} and d.state = 'queued' order by n.place, d.seq limit ${most} for update of d skip locked
    )
    update deliveries d set state = 'sending', attempts = attempts + 1, tried_at = ${now},
      first_tried_at = coalesce(first_tried_at, ${now}), lease_until = ${after(sql, now, LEASE_MS)}
    from locked, receivers r where d.id = locked.id and r.id = d.receiver_id
    returning d.id, d.receiver_id, r.url, r.secret, d.kind, d.data, d.created_at, d.attempts`
}

/** Stores the answer. `givenUp`: the event failed for a day, or the receiver answered 410 and wants no more events. */
export async function recordAnswer(
  sql: Sql,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  { status, text }: Answer,
  now: Moment,
): Promise<'delivered' | 'later' | 'givenUp'> {
  const delivered = status !== null && status >= 200 && status < 300
  const [row] = await sql<{ state: string }[]>`
    update deliveries set status = ${status}, answer = ${text}, lease_until = null,
      due_at = ${after(sql, now, pauseMs(attempts))},
      state = case when ${delivered} then 'delivered'
        when ${status === 410} or first_tried_at <= ${after(sql, now, -GIVE_UP_MS)} then 'failed' else 'queued' end
    where id = ${id} and attempts = ${attempts} and state = 'sending' returning state`
  if (row?.state === 'failed') return 'givenUp'
  return row?.state === 'delivered' ? 'delivered' : 'later'
}

/** Queues attempts of dead processes again. A receiver that has the event already recognises its id. */
export async function expireDeliveries(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update deliveries set state = 'queued', lease_until = null, due_at = ${now}
    where id in (select id from deliveries where state = 'sending' and lease_until <= ${now} for update skip locked)`
}
