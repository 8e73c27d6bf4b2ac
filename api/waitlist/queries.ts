import type { WaitlistResponse } from '@salonback/shared/waitlist/contract.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'

export type NewResponse = Omit<WaitlistResponse, 'id' | 'submittedAt'> & {
  /** `mobileNumber` in E.164 where one could be made of it. */
  phone: string | null
  /** The number the link in our text named, E.164. */
  linkedPhone: string | null
  submittedAt: Date
}

export async function saveResponse(sql: Sql, response: NewResponse): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into waitlist_responses ${sql(response as unknown as Record<string, string | boolean | Date | null>)}
    returning id`
  return row.id
}

/** Every response, newest first. */
export function findResponses(sql: Sql): Promise<WaitlistResponse[]> {
  return sql<WaitlistResponse[]>`
    select id, mobile_number, email, customer_count, mobile_numbers_count, avg_spend, has_marketing_consent,
      hardest_part_text, consent_agreed, uses_salon_software, salon_software_name, tried_sms_marketing, used_offers,
      motivating_offer_text, current_rebook_rate, desired_rebook_rate, magic_wand_text, when_to_start,
      ${instant(sql, 'submitted_at')} as submitted_at
    from waitlist_responses order by waitlist_responses.submitted_at desc, id`
}
