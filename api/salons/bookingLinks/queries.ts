import type { CallRequest } from '@salonback/shared/salons/bookingLinks/contract.ts'
import type { SalonState } from '@salonback/shared/salons/salons/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

export interface BookingLink {
  id: string
  clickedAt: Date | null
  callRequestedAt: Date | null
  salonName: string
  salonState: SalonState
  bookingUrl: string | null
  businessPhone: string | null
}

/** The link with this token hash, and its salon. */
export async function findBookingLink(sql: Sql, tokenHash: Buffer): Promise<BookingLink | undefined> {
  const [link] = await sql<BookingLink[]>`
    select i.id, i.clicked_at, i.call_requested_at, s.name as salon_name, s.state as salon_state, s.booking_url,
      s.business_phone
    from invitations i join campaigns c on c.id = i.campaign_id join salons s on s.id = c.salon_id
    where i.token_hash = ${tokenHash}`
  return link
}

/** Keeps the time of the first click. */
export async function saveClick(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`update invitations set clicked_at = ${now} where id = ${id} and clicked_at is null`
}

/** Keeps the time of the first request. */
export async function saveCallRequest(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    update invitations set call_requested_at = ${now}, clicked_at = coalesce(clicked_at, ${now})
    where id = ${id} and call_requested_at is null`
}

interface OfClient {
  campaignId: string
  clientId: string
}

/** Hash of the client's token in the texts of the campaign; undefined if there is none. */
export async function findTokenHash(sql: Sql, { campaignId, clientId }: OfClient) {
  const [row] = await sql<{ tokenHash: Buffer }[]>`
    select token_hash from invitations where campaign_id = ${campaignId} and client_id = ${clientId}`
  return row?.tokenHash
}

/** The offer as the client got it. */
export async function findOfferBody(sql: Sql, { campaignId, clientId }: OfClient) {
  const [row] = await sql<{ body: string }[]>`
    select body from messages where dedupe_key = ${`offer:${campaignId}:${clientId}`}`
  return row?.body ?? ''
}

/** Clients on one screen: a longer list is worked off from its start. */
const MOST = 100

/** Clients of a salon who wait for a call, the longest wait first. */
export function findCallRequests(sql: Sql, salonId: string) {
  return sql<CallRequest[]>`
    select i.id, i.client_id, l.first_name, l.phone, ${instant(sql, 'i.call_requested_at')} as requested_at
    from invitations i join campaigns c on c.id = i.campaign_id join clients l on l.id = i.client_id
    where c.salon_id = ${salonId} and i.call_requested_at is not null and i.called_at is null
    order by i.call_requested_at, i.id limit ${MOST}`
}

/** Marks a request as done; once more changes nothing. False for a request of another salon. */
export async function saveCalled(
  sql: Sql,
  { id, salonId, now }: { id: string; salonId: string; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    update invitations i set called_at = coalesce(called_at, ${now}) from campaigns c
    where c.id = i.campaign_id and c.salon_id = ${salonId} and i.id = ${id} and i.call_requested_at is not null`
  return count > 0
}

/** First clicks and requests to be called of a number as entries of a time line. */
export const clickEntries = (sql: Sql, phone: string): Fragment => sql`
  select i.clicked_at as at, 0 as seq, 'click' as kind, i.id::text, null as text, null as state, null as detail,
    null as by, c.salon_id
  from clients c join invitations i on i.client_id = c.id where c.phone = ${phone} and i.clicked_at is not null
  union all
  select i.call_requested_at, 0, 'call', i.id::text, null, case when i.called_at is null then 'waiting' else 'called' end,
    null, null, c.salon_id
  from clients c join invitations i on i.client_id = c.id
  where c.phone = ${phone} and i.call_requested_at is not null`
