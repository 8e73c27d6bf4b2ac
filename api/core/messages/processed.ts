import type { Sql } from '../../platform/db/open.ts'

interface Answered {
  phone: string
  /** Owner of the conversation; null: the agency. */
  salonId: string | null
  /** Only texts before this one; all when absent. */
  before?: number
}

/** Marks received texts of a conversation processed, except those pending review. */
export async function markAnswered(sql: Sql, { phone, salonId, before }: Answered): Promise<void> {
  await sql`
    update messages set processed = true
    where phone = ${phone} and salon_id is not distinct from ${salonId}::uuid and direction = 'inbound'
      and not processed and not is_pending_review(intent, decided_at)
      ${before === undefined ? sql`` : sql`and seq < ${before}`}`
}

/** Marks a received text processed, unless it is pending review, or waiting again. */
export async function setProcessed(sql: Sql, id: string, processed: boolean): Promise<void> {
  await sql`
    update messages set processed = ${processed}
    where id = ${id} and direction = 'inbound' and not (${processed} and is_pending_review(intent, decided_at))`
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
