import { understand } from '@salonback/shared/sms/understand.ts'
import type { Sql } from '../platform/db/open.ts'

interface DemoText {
  phone: string
  body: string
  at: Date
}

interface Conversation {
  salonId: string
  sender: { id: string; address: string }
}

/** Stores offers that were delivered in the past. */
export async function insertPastOffers(
  sql: Sql,
  { salonId, sender }: Conversation,
  texts: readonly (DemoText & { segments: number })[],
): Promise<void> {
  for (const { phone, body, at, segments } of texts) {
    await sql`
      insert into messages (direction, kind, phone, body, sender_id, salon_id, client_id, created_at, segments, status,
        status_at, accepted_at)
      select 'outbound', 'offer', phone, ${body}, ${sender.id}, salon_id, id, ${at}, ${segments}, 'delivered', ${at}, ${at}
      from clients where salon_id = ${salonId} and phone = ${phone}`
  }
}

/** Stores replies that wait for staff. */
export async function insertReplies(
  sql: Sql,
  { salonId, sender }: Conversation,
  replies: readonly DemoText[],
): Promise<void> {
  for (const { phone, body, at } of replies) {
    await sql`
      insert into messages (direction, kind, phone, our_number, sender_id, salon_id, body, created_at, segments, status,
        intent)
      values ('inbound', 'inbound', ${phone}, ${sender.address}, ${sender.id}, ${salonId}, ${body}, ${at}, 1, 'received',
        ${understand(body).intent})`
  }
}
