import { withPlus } from '@salonback/shared/sms/pastedNumber.ts'
import type { Sql } from '../../platform/db/open.ts'

/** A conversation of the agency (null) or a salon with a number as stored. */
export interface ConversationKey {
  salonId: string | null
  phone: string
}

/** The number as stored, with the plus that a link may lack, if the owner has texts, a prospect or a client with it. */
export async function findNumber(
  sql: Sql,
  { salonId, number }: { salonId: string | null; number: string },
): Promise<string | undefined> {
  const numbers = [number, withPlus(number)]
  const [row] = await sql<{ phone: string }[]>`
    select phone from messages where phone = any(${numbers}) and salon_id is not distinct from ${salonId}::uuid
    union all select phone from prospects where phone = any(${numbers}) and ${salonId}::uuid is null
    union all select phone from clients where phone = any(${numbers}) and salon_id = ${salonId}::uuid limit 1`
  return row?.phone
}
