import type { Json, Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import type { Subscribers } from './subscribers.ts'
import { accept, deliver } from './transitions/accepted.ts'

/** A delivery receipt, from a callback or a look-up. */
export interface Receipt {
  sid: string
  /** Row id from the callback URL; null if only the sid is known. */
  messageId: string | null
  /** Status at the carrier: queued, sent, delivered, undelivered, failed … */
  status: string
  errorCode: number | null
  raw: Json
}

const terminal: Record<string, 'delivered' | 'undelivered' | 'failed'> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
}

/**
 * Stores a raw receipt once per (sid, status) and applies it. The status only moves forward and the first final status
 * stands. A receipt may arrive before our own call returns and then accepts the text. Receipts for missing texts (erased)
 * are dropped.
 */
export function recordReceipt(
  { sql, subscribers }: { sql: Sql; subscribers: Subscribers },
  receipt: Receipt,
  now: Date,
): Promise<void> {
  return retryOnDeadlock(sql, async (open) => {
    // Lock the text first: a concurrent erasure would delete the text and leave the receipt.
    const [fresh] = await open`
      with texts as (select 1 from messages where sid = ${receipt.sid} or id = ${receipt.messageId} for update)
      insert into receipts (sid, status, message_id, error_code, raw, received_at)
      select ${receipt.sid}, ${receipt.status}, ${receipt.messageId}, ${receipt.errorCode}, ${open.json(receipt.raw)}, ${now}
      where exists (select 1 from texts)
      on conflict (sid, status) do nothing returning 1`
    if (!fresh) return
    const [text] = await open<{ id: string }[]>`
      select id from messages
      where direction = 'outbound' and (sid = ${receipt.sid} or (id = ${receipt.messageId} and sid is null))
      order by sid nulls last limit 1 for update`
    if (!text) return
    // Any receipt proves that the carrier has the text, so it must not be sent again.
    await accept(open, subscribers, { id: text.id, sid: receipt.sid, segments: null, now })
    const status = terminal[receipt.status]
    if (status) await deliver(open, subscribers, text.id, { status, code: receipt.errorCode, now })
  })
}
