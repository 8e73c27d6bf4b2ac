import type { WaitlistResponse } from '@salonback/shared/sales/waitlist/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import { jsonOf } from '../../platform/db/json.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import type { SalonReads } from '../../platform/salons.ts'

export type NewResponse = Omit<WaitlistResponse, 'id' | 'submittedAt' | 'knownAs'> & {
  /** `mobileNumber` in E.164, or null. */
  phone: string | null
  /** Number from the `mobile` parameter of the link, E.164. */
  linkedPhone: string | null
  submittedAt: Date
}

export async function saveResponse(sql: Sql, response: NewResponse): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into waitlist_responses ${sql(response as unknown as Record<string, string | boolean | Date | null>)}
    returning id`
  return row.id
}

const prospectOfResponse = (sql: Sql) => sql`
  (select json_build_object('name', p.name, 'salonId', null) from prospects p
    where p.phone in (w.phone, w.linked_phone) order by p.phone = w.phone desc limit 1)`

/** All responses, newest first, as JSON. */
export const findResponses = (sql: Sql, salons: SalonReads): Promise<string> =>
  jsonOf(
    sql,
    sql`
      select id, mobile_number as "mobileNumber", email, customer_count as "customerCount",
        mobile_numbers_count as "mobileNumbersCount", avg_spend as "avgSpend",
        has_marketing_consent as "hasMarketingConsent", hardest_part_text as "hardestPartText",
        consent_agreed as "consentAgreed", uses_salon_software as "usesSalonSoftware",
        salon_software_name as "salonSoftwareName", tried_sms_marketing as "triedSmsMarketing",
        used_offers as "usedOffers", motivating_offer_text as "motivatingOfferText",
        current_rebook_rate as "currentRebookRate", desired_rebook_rate as "desiredRebookRate",
        magic_wand_text as "magicWandText", when_to_start as "whenToStart",
        ${instant(sql, 'submitted_at')} as "submittedAt",
        coalesce(${salons.ofPerson(sql, sql`w.phone, w.linked_phone`, sql`w.id`)},
          ${prospectOfResponse(sql)}) as "knownAs"
      from waitlist_responses w order by w.submitted_at desc, id`,
  )

/** Of this number, or of the link that was texted to it. */
const ofNumber = (sql: Sql, phone: string) =>
  sql`(phone = ${phone} or linked_phone = ${phone} or (phone is null and mobile_number = ${phone}))`

/** Questionnaires of a number, newest first. */
export const findResponsesOf = (sql: Sql, phone: string) =>
  sql<Pick<WaitlistResponse, 'id' | 'submittedAt'>[]>`
    select id, ${instant(sql, 'submitted_at')} as submitted_at from waitlist_responses
    where ${ofNumber(sql, phone)} order by waitlist_responses.submitted_at desc, id`

/** Questionnaires of a number as entries of a time line. */
export const responseEntries = (sql: Sql, phone: string): Fragment => sql`
  select submitted_at as at, 0 as seq, 'questionnaire' as kind, id::text, hardest_part_text as text, null as state,
    email as detail, null as by, null::uuid as salon_id
  from waitlist_responses where ${ofNumber(sql, phone)}`

/** What the search over everything finds questionnaires by. */
export const responsesToFind = (sql: Sql): Fragment => sql`
  select id, null::text as name, coalesce(phone, mobile_number) as phone, email as detail, null::uuid as salon_id,
    coalesce(email, '') as words
  from waitlist_responses`
