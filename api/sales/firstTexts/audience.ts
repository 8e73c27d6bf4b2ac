import type { LeftOutReason } from '@salonback/shared/sales/firstTexts/contract.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { yieldToEventLoop } from '../../platform/http/connection.ts'
import { findErased, type PhoneKeys } from '../../platform/privacy/hash.ts'

type Order = 'place' | 'phone'

const RECENT_MS = 5 * 24 * 60 * 60_000

export interface AudienceMember {
  prospectId: string
  /** Position in the selection, from 1. */
  place: number
  name: string
  category: string | null
  /** E.164 */
  phone: string
  /** Reason to leave the prospect out, or null. */
  reason: LeftOutReason | null
}

/**
 * Each selected prospect once, with the strongest reason to leave it out, in the order of `leftOutLabels`. In the given order or ordered by number.
 */
export async function findAudience(
  sql: Sql,
  keys: PhoneKeys,
  prospectIds: string[],
  now: Date,
  order: Order = 'place',
): Promise<AudienceMember[]> {
  const ids = await eachOnce(prospectIds)
  const members: AudienceMember[] = order === 'place' ? new Array(ids.length) : []
  const phones: string[] = []
  await eachMember(sql, ids, now, order, (row) => {
    const member = Object.assign(row, { prospectId: ids[row.place - 1] ?? '' })
    members[order === 'place' ? row.place - 1 : members.length] = member
    if (row.reason !== 'not_found') phones.push(row.phone)
  })
  const erased = await findErased(sql, keys, phones)
  if (erased.size === 0) return members
  return members.map((member) => (erased.has(member.phone) ? { ...member, reason: 'opted_out' } : member))
}

/** Ids checked in one turn of the event loop, about 2 ms. */
const PIECE = 5000

/** Lower case, as Postgres writes UUIDs. */
async function eachOnce(ids: string[]): Promise<string[]> {
  const seen = new Set<string>()
  for (let at = 0; at < ids.length; at += PIECE) {
    if (ids.length > PIECE) await yieldToEventLoop()
    for (const id of ids.slice(at, at + PIECE)) seen.add(id.toLowerCase())
  }
  return [...seen]
}

/** From this size on, reading all texted numbers once is faster than a look-up per number. */
const MANY = 1000
/** Rows read in one turn of the event loop, about 3 ms. */
const AT_ONCE = 2000

type Found = Omit<AudienceMember, 'prospectId'>

async function eachMember(sql: Sql, ids: string[], now: Date, order: Order, take: (row: Found) => void) {
  if (ids.length < MANY) return (await selectMembers(sql, ids, now, order)).forEach(take)
  await inTransaction(sql, async (open) => {
    // Plan for these ids: the generic plan takes twice as long.
    await open`set local plan_cache_mode = force_custom_plan`
    await selectMembers(open, ids, now, order).cursor(AT_ONCE, (rows) => rows.forEach(take))
    // Reset: the other statements of the transaction are faster with the generic plan.
    await open`set local plan_cache_mode to default`
  })
}

function selectMembers(sql: Sql, ids: string[], now: Date, order: Order) {
  const recently = new Date(now.getTime() - RECENT_MS)
  // Same expression as the index messages_outbound_latest; `greatest` ignores nulls.
  const textedRecently = sql`select m.phone from messages m where m.direction = 'outbound' and m.salon_id is null and m.kind <> 'test'
    and (m.status not in ('canceled', 'failed') or (m.resolved_by is not null and m.released_at is null))
    and greatest(m.created_at, m.accepted_at) > ${recently}`
  // At most one row per number.
  const first = sql`select phone, certain from number_reservations`
  const many = ids.length >= MANY
  // Ids are not returned, sorted or grouped here, which took half of the time for 100,000.
  return sql<Found[]>`
    with chosen as (
      select given.place, p.id is not null as known, p.name, p.category, p.phone, p.phone_type, p.contact_status
      from unnest(string_to_array(${ids.join(',')}, ',')::uuid[]) with ordinality as given (id, place)
      left join prospects p on p.id = given.id
    )${
      many
        ? sql`, firsts as materialized (${first}), recents as materialized (select distinct phone from (${textedRecently}) texts),
    excluded as materialized (${excludedNumbers(sql)})`
        : sql``
    }
    select c.place::int, coalesce(c.name, '') as name, c.category, coalesce(c.phone, '') as phone,
      case
        when not c.known then 'not_found'
        when s.salon_id is not null then 'opted_out_with_salon'
        when s.phone is not null then 'opted_out'
        when u.phone is not null then 'undeliverable'
        when lower(c.phone_type) in ('landline', 'fixed', 'fixed_line', 'fixed line') then 'landline'
        when x.our_salon then 'our_salon'
        when x.submitted or c.contact_status = 'Submitted' then 'submitted'
        when f.certain then 'already_texted'
        when not f.certain then 'maybe_texted'
        when ${many ? sql`recents.phone is not null` : sql`exists (${textedRecently} and m.phone = c.phone)`} then 'texted_recently'
        when c.contact_status = 'Responded' then 'responded'
        when x.unanswered then 'open_conversation'
        when x.refused then 'said_no'
      end as reason
    from chosen c
    left join suppressions s on s.phone = c.phone
    left join undeliverable u on u.phone = c.phone
    left join ${many ? sql`firsts` : sql`(${first})`} f on f.phone = c.phone
    ${
      many
        ? sql`left join recents on recents.phone = c.phone left join excluded x on x.phone = c.phone`
        : sql`cross join lateral (${exclusionsOf(sql)}) x`
    }
    ${order === 'phone' ? sql`order by c.phone collate "C"` : sql``}`
}

/** Each number that gets no first text. The claim and the send guard read the same views in `first_text_block`. */
const excludedNumbers = (sql: Sql) => sql`
  select phone, bool_or(why = 'our_salon') as our_salon, bool_or(why = 'submitted') as submitted,
    bool_or(why = 'unanswered') as unanswered, bool_or(why = 'refused') as refused
  from (
    select phone, 'our_salon' as why from salon_numbers
    union all select phone, 'submitted' from questionnaire_numbers
    union all select phone, 'unanswered' from unanswered_numbers
    union all select phone, 'refused' from refusing_numbers
  ) numbers group by phone`

/** The same facts of the number `c.phone`. */
const exclusionsOf = (sql: Sql) => sql`
  select exists (select 1 from salon_numbers n where n.phone = c.phone) as our_salon,
    exists (select 1 from questionnaire_numbers n where n.phone = c.phone) as submitted,
    exists (select 1 from unanswered_numbers n where n.phone = c.phone) as unanswered,
    exists (select 1 from refusing_numbers n where n.phone = c.phone) as refused`
