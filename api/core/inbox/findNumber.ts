import type { ConversationKey } from '@salonback/shared/core/inbox/conversation.ts'
import { withPlus } from '@salonback/shared/sms/pastedNumber.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { ContactsByOwner } from './contacts.ts'

/** The stored number, also when a link lost its plus. Null unless the owner has texts, a prospect or a client with it. */
export async function findNumber(sql: Sql, contacts: ContactsByOwner, { salonId, number }: ConversationKey) {
  const numbers = [number, withPlus(number)]
  const [row] = await sql<{ phone: string }[]>`
    select phone from messages where phone = any(${numbers}) and salon_id is not distinct from ${salonId}::uuid limit 1`
  return row?.phone ?? contacts[salonId === null ? 'agency' : 'salons'].findNumber(sql, numbers, salonId)
}
