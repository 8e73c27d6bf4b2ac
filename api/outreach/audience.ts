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
      select given.id, min(given.place) as place, p.id is not null as known, p.name, p.category, p.phone, p.phone_type
      from unnest(${prospectIds}::uuid[]) with ordinality as given (id, place) left join prospects p on p.id = given.id
      group by given.id, p.id
    )
    select c.id as prospect_id, coalesce(c.name, '') as name, c.category, coalesce(c.phone, '') as phone,
      case
        when not c.known then 'not_found'
        when s.phone_hash is not null then 'opted_out'
        when u.phone is not null then 'undeliverable'
        when lower(c.phone_type) in ('landline', 'fixed', 'fixed_line', 'fixed line') then 'landline'
        when exists (select 1 from messages m where m.phone = c.phone and m.kind = 'first_text'
          and (m.status not in ('canceled', 'failed') or m.accepted_at is not null)) then 'already_texted'
        when exists (select 1 from messages m where m.phone = c.phone and m.direction = 'outbound'
          and m.status not in ('canceled', 'failed')
          and (m.created_at > ${recently} or m.accepted_at > ${recently})) then 'texted_recently'
        when exists (select 1 from messages m where m.phone = c.phone and m.direction = 'inbound' and not m.processed)
          then 'open_conversation'
      end as reason
    from chosen c
    join secrets on secrets.name = 'phone_key'
    left join suppressions s on s.phone_hash = phone_key(c.phone, secrets.value)
    left join undeliverable u on u.phone = c.phone
    order by c.place`
}
