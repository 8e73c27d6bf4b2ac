import type { LeftOutReason } from '@salonback/shared/outreach/contract.ts'
import type { Sql } from '../db/open.ts'

const RECENT_MS = 5 * 24 * 60 * 60_000

export interface AudienceMember {
  prospectId: string
  name: string
  category: string | null
  /** E.164 */
  phone: string
  /** Why this one must not get a first text; null when nothing speaks against it. */
  reason: LeftOutReason | null
}

/**
 * The selection, each with the strongest reason against writing, in the order given. The reasons are DESIGN
 * section 5's: opted out, undeliverable, landline, already texted, texted in the last 5 days, open conversation.
 */
export function findAudience(sql: Sql, prospectIds: string[], now: Date): Promise<AudienceMember[]> {
  const recently = new Date(now.getTime() - RECENT_MS)
  return sql<AudienceMember[]>`
    with chosen as (
      select id, min(place) as place from unnest(${prospectIds}::uuid[]) with ordinality as given (id, place) group by id
    ),
    texted as (
      select phone, bool_or(created_at > ${recently} or accepted_at > ${recently}) as recent
      from messages
      where direction = 'outbound' and status not in ('canceled', 'failed')
        and phone in (select p.phone from prospects p join chosen on chosen.id = p.id)
      group by phone
    ),
    first_texted as (
      select phone from messages where kind = 'first_text' and (status not in ('canceled', 'failed') or accepted_at is not null)
    )
    select chosen.id as prospect_id, coalesce(p.name, '') as name, p.category, coalesce(p.phone, '') as phone,
      case
        when p.id is null then 'not_found'
        when s.phone_hash is not null then 'opted_out'
        when u.phone is not null then 'undeliverable'
        when lower(p.phone_type) in ('landline', 'fixed', 'fixed_line', 'fixed line') then 'landline'
        when f.phone is not null then 'already_texted'
        when t.recent then 'texted_recently'
        when exists (select 1 from messages i where i.phone = p.phone and i.direction = 'inbound' and not i.processed)
          then 'open_conversation'
      end as reason
    from chosen
    left join prospects p on p.id = chosen.id
    left join suppressions s on s.phone_hash = phone_key(p.phone)
    left join undeliverable u on u.phone = p.phone
    left join texted t on t.phone = p.phone
    left join first_texted f on f.phone = p.phone
    order by chosen.place`
}
