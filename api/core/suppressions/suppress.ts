import type { Sql } from '../../platform/db/open.ts'
import { recordConsent } from './ledger.ts'
import { lockNumber } from './suppressions.ts'

export interface OptOut {
  phone: string
  at: Date
  source: 'keyword' | 'carrier' | 'plain_language' | 'staff'
  wording: string
  recordedBy?: string | null
  messageId?: string | null
  /** The sender that the STOP went to, and its owner. Null: recorded by staff or known from the carrier's error code. */
  senderId?: string | null
  salonId?: string | null
}

/** Suppresses a number for every sender and records it in the ledger. False if it was suppressed already. */
export async function insertSuppression(sql: Sql, optOut: OptOut): Promise<boolean> {
  await lockNumber(sql, optOut.phone)
  // Otherwise a START to the salon would lift what staff recorded.
  if (optOut.source === 'staff')
    await sql`delete from suppressions where phone = ${optOut.phone} and salon_id is not null`
  const [fresh] = await sql`
    insert into suppressions (phone, since, source, wording, recorded_by, message_id, sender_id, salon_id)
    values (${optOut.phone}, ${optOut.at}, ${optOut.source}, ${optOut.wording}, ${optOut.recordedBy ?? null},
      ${optOut.messageId ?? null}, ${optOut.senderId ?? null}, ${optOut.salonId ?? null})
    on conflict (phone) do nothing
    returning 1`
  if (!fresh) return false
  await recordConsent(sql, {
    phone: optOut.phone,
    at: optOut.at,
    change: 'opt_out',
    source: optOut.source,
    wording: optOut.wording,
    actor: optOut.recordedBy ?? null,
    messageId: optOut.messageId ?? null,
  })
  return true
}
