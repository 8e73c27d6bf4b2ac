import type { Fragment, Sql } from '../../platform/db/open.ts'
import { undoRows } from '../../platform/undo/undos.ts'

interface Answered {
  phone: string
  /** Owner of the conversation; null: the agency. */
  salonId: string | null
  /** Only texts before this one; all when absent. */
  before?: number
}

/** Received texts of a conversation that wait, except those pending review. */
const waiting = (sql: Sql, { phone, salonId, before }: Answered): Fragment => sql`
  phone = ${phone} and salon_id is not distinct from ${salonId}::uuid and direction = 'inbound'
    and not processed and not is_pending_review(intent, decided_at)
    ${before === undefined ? sql`` : sql`and seq < ${before}`}`

/** Marks received texts of a conversation processed, except those pending review. */
export async function markAnswered(sql: Sql, answered: Answered): Promise<void> {
  await sql`update messages set processed = true where ${waiting(sql, answered)}`
}

/** Rows for the undo of `markAnswered`. */
export const waitingBefore = (sql: Sql, answered: Answered): Fragment => sql`
  select id, 'false'::jsonb, marked_in from messages where ${waiting(sql, answered)}`

/** Marks a received text processed, unless it is pending review, or waiting again. */
export async function setProcessed(sql: Sql, id: string, processed: boolean): Promise<void> {
  await sql`
    update messages set processed = ${processed}
    where id = ${id} and direction = 'inbound' and not (${processed} and is_pending_review(intent, decided_at))`
}

/** Rows for the undo of `setProcessed`. */
export const processedBefore = (sql: Sql, id: string, processed: boolean): Fragment => sql`
  select id, to_jsonb(processed), marked_in from messages
  where id = ${id} and direction = 'inbound' and processed <> ${processed}`

interface RestoreRows {
  key: string
  madeAt: Date
}

/** Restores whether texts were processed, except those that were marked or answered since. */
export async function restoreProcessed(sql: Sql, { key, madeAt }: RestoreRows): Promise<number> {
  const { count } = await sql`
    update messages m set processed = r.before::boolean, marked_in = r.mark from ${undoRows(sql, key, 'text')}
    where m.id = r.row_id and m.marked_in = r.made_in
      and not (r.before::boolean and is_pending_review(m.intent, m.decided_at))
      and (r.before::boolean or not exists (select 1 from messages a
        where a.phone = m.phone and a.salon_id is not distinct from m.salon_id and a.kind = 'reply'
          and a.accepted_at > ${madeAt}))`
  return count
}

/** Lets texts wait for a decision again, except those that were decided since. */
export async function restoreDecided(sql: Sql, { key }: { key: string }): Promise<number> {
  const { count } = await sql`
    update messages m set decided_at = null, marked_in = r.mark from ${undoRows(sql, key, 'decision')}
    where m.id = r.row_id and m.marked_in = r.made_in and not m.is_opt_out`
  return count
}

interface RestoreWaiting {
  /** Ids of the texts that wait again, and of those that a person has to decide again. */
  waiting: string[]
  pending: string[]
}

/** Takes back that texts were processed and decided. */
export async function restoreWaiting(sql: Sql, { waiting, pending }: RestoreWaiting): Promise<void> {
  await sql`update messages set processed = false where id = any(${waiting}::uuid[])`
  await sql`update messages set decided_at = null where id = any(${pending}::uuid[])`
}

interface MarkOptOuts {
  phone: string
  /** Owner of the conversation; null: the agency. */
  salonId: string | null
  /** Sequence number of the text that staff decided. */
  upTo: number
}

/** Marks a text pending review and earlier ones of its conversation as opt-outs, which are processed. */
export async function markOptOuts(sql: Sql, { phone, salonId, upTo }: MarkOptOuts): Promise<void> {
  await sql`
    update messages set is_opt_out = true, processed = true
    where phone = ${phone} and salon_id is not distinct from ${salonId}::uuid and direction = 'inbound'
      and is_pending_review(intent, decided_at) and seq <= ${upTo}`
}

/** Marks possible opt-outs to salons processed when their number opts out. Call before they are decided. */
export async function markSettled(sql: Sql, phone: string): Promise<void> {
  await sql`
    update messages set processed = true
    where phone = ${phone} and salon_id is not null and direction = 'inbound' and is_pending_review(intent, decided_at)`
}
