import { ChaserKind, type Chasers } from '@salonback/shared/salons/chasers/contract.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'

/** Days from the request of staff to the first reminder, and between two reminders of one kind. */
const WEEK_DAYS = 7
/** Most reminders of one request. After them staff see that it waits. */
const MOST = 3
const SHOWN = 20

export interface DueChaser {
  salonId: string
  kind: ChaserKind
  /** Version of the offer that waits for approval. */
  subjectId: string | null
  name: string
  ownerName: string
  ownerPhone: string | null
  ownerEmail: string | null
  timeZone: string
}

/**
 * Requests of staff that an owner has not answered for a week, with fewer than 3 reminders. A home link asks for the agreement
 * and the list. A running programme asks for lists instead. `only` limits them to one salon and kind.
 */
export const findDueChasers = (sql: Sql, now: Date, only?: { salonId: string; kind: ChaserKind }) => sql<
  DueChaser[]
>`
  with requests as (
    select l.salon_id, k.kind, max(l.created_at) as at, (array_agg(l.subject_id order by l.created_at desc))[1] as subject_id
    from owner_links l
    cross join lateral unnest(case when l.purpose = 'home' then array['agree', 'list']
      when l.purpose in ${sql(ChaserKind.options)} then array[l.purpose] end) k (kind)
    where not exists (select 1 from owner_messages o where o.link_hash = l.token_hash and o.kind <> 'link')
      ${only ? sql`and l.salon_id = ${only.salonId} and k.kind = ${only.kind}` : sql``}
    group by l.salon_id, k.kind)
  select r.salon_id, r.kind, case r.kind when 'offer' then r.subject_id end as subject_id, s.name, s.owner_name,
    s.owner_phone, s.owner_email, s.time_zone
  from requests r join salons s on s.id = r.salon_id
  cross join lateral (
    select count(*) filter (where o.sent_at > r.at) as sent, max(o.sent_at) as last from owner_messages o
    where o.salon_id = r.salon_id and o.kind = r.kind) before
  where s.chasers and s.state in ('setup', 'ready') and before.sent < ${MOST}
    and greatest(r.at, before.last) <= ${now}::timestamptz - ${WEEK_DAYS} * interval '1 day'
    and case r.kind
      when 'agree' then s.agreed_at is null or s.agreement_version is distinct from ${AGREEMENT_VERSION}
      when 'list' then not exists (select 1 from programmes p where p.salon_id = s.id and p.state = 'running') and not exists (
        select 1 from client_lists l where l.salon_id = s.id and l.created_at > r.at and l.state <> 'undone')
      when 'offer' then exists (
        select 1 from offers o where o.id = r.subject_id and o.state = 'with_owner')
      else exists (
        select 1 from visits v where v.salon_id = s.id and v.state in ('reported', 'booked') and coalesce(v.visit_at, ${now}) <= ${now})
      end
  order by r.at`

/** Throws 404 for an unknown salon. */
export async function findChasers(sql: Sql, salonId: string): Promise<Chasers> {
  const [salon] = await sql<{ on: boolean }[]>`select chasers as "on" from salons where id = ${salonId}`
  if (!salon) throw notFound('Salon')
  const sent = await sql<Chasers['sent'][number][]>`
    select kind, sent_by, ${instant(sql, 'sent_at')} as sent_at from owner_messages
    where salon_id = ${salonId} and kind in ${sql(ChaserKind.options)} order by sent_at desc, link_hash limit ${SHOWN}`
  return { on: salon.on, sent: [...sent] }
}

export async function setChasers(sql: Sql, salonId: string, on: boolean): Promise<void> {
  await sql`update salons set chasers = ${on} where id = ${salonId}`
}
