import type { SalonCampaign } from '@salonback/shared/salons/campaigns/contract.ts'
import { type WaitColumns, waitColumns } from '../../core/campaigns/queueTimes.ts'
import { stepCounts } from '../../core/campaigns/stepCounts.ts'
import { priorityOf } from '../../core/messages/outbox.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { answersOf } from '../results/queries.ts'
import { toldOn } from '../salons/announced.ts'
import { isUsedUp } from '../salons/isUsedUp.ts'
import { lateOf, unsentOf } from '../salons/unsentTexts.ts'

export interface ApprovedOffer {
  id: string
  text: string
  reminderText: string | null
  repeatUntil: string | null
  textSha256: string
  /** As approved; null before. */
  salonName: string | null
  bookingUrl: string | null
  state: string
  approvedAt: string | null
}

const offerOf = (sql: Sql) => sql`
  jsonb_build_object('id', o.id, 'text', o.text, 'reminderText', o.reminder_text,
    'repeatUntil', o.repeat_until, 'textSha256', o.text_sha256,
    'salonName', o.salon_name, 'bookingUrl', o.booking_url, 'state', o.state, 'approvedAt', o.approved_at)`

const approvedAs = (sql: Sql) => sql`
  case when o.salon_name is not null
    then jsonb_build_object('salonName', o.salon_name, 'bookingUrl', o.booking_url) end`

/** What a campaign of a salon needs before it can start. */
export async function findReadiness(sql: Sql, salonId: string, offerId: string) {
  const [row] = await sql<
    {
      agreedAt: Date | null
      agreementVersion: string | null
      attributionDays: number
      senderId: string | null
      offer: ApprovedOffer | null
      usedUp: boolean | null
      hasClients: boolean
    }[]
  >`
    select s.agreed_at, s.agreement_version, s.attribution_days,
      (select id from senders where salon_id = s.id limit 1) as sender_id,
      exists (select 1 from clients where salon_id = s.id) as has_clients,
      (select ${offerOf(sql)} from offers o where o.salon_id = s.id and o.id = ${offerId}) as offer,
      (select ${isUsedUp(sql, 'o')} from offers o where o.salon_id = s.id and o.id = ${offerId}) as used_up
    from salons s where s.id = ${salonId}`
  return row
}

/** Numbers that had an offer or reminder of the salon in the last days, or wait for one. */
export async function findOffered(sql: Sql, salonId: string, days: number, now: Date): Promise<Set<string>> {
  const rows = await sql<{ phone: string }[]>`
    select distinct m.phone from messages m join campaigns c on c.id = m.campaign_id
    where c.salon_id = ${salonId} and m.kind in ('offer', 'reminder') and (m.status in ('queued', 'sending', 'unknown')
      or m.accepted_at > ${now}::timestamptz - ${days} * interval '1 day')`
  return new Set(rows.map(({ phone }) => phone))
}

/** The two texts of the campaign `c` with what each did; empty if it has one. Both kinds of its texts count as answered. */
const textsOf = (sql: Sql) => sql`
  case when c.other_offer_id is null then '[]' else (
    select jsonb_agg(to_jsonb(t) - 'offer_id' order by t.offer_id = c.other_offer_id) from (
      select o.id as offer_id, o.version, o.text, o.reminder_text, ${approvedAs(sql)} as approved_as,
        count(m.id)::int as clients, count(m.accepted_at)::int as sent, count(a.phone)::int as answered
      from offers o left join messages m on m.campaign_id = c.id and m.offer_id = o.id and m.kind = 'offer'
        left join (select distinct campaign_id, phone from answers) a on a.campaign_id = c.id and a.phone = m.phone
      where o.id in (c.offer_id, c.other_offer_id) group by o.id) t) end`

/** Campaigns of a salon with their counts, newest first. */
export function findSalonCampaigns(sql: Sql, salonId: string, now: Date, id?: string) {
  return sql<
    (Omit<SalonCampaign, 'wait'> & WaitColumns & { waiting: number; timeZone: string; salonState: string })[]
  >`
    with answers as (${answersOf(sql, [salonId])})
    select c.id, c.state, c.paused_reason, c.offer_id,
      jsonb_build_object('text', o.text, 'reminderText', o.reminder_text, 'approvedAs', ${approvedAs(sql)}) as offer,
      ${textsOf(sql)} as texts, c.per_day, c.first_batch, c.kept_aside, c.reminder_after_days,
      ${instant(sql, 'c.created_at')} as created_at, a.username as created_by,
      n.*,
      (select coalesce(sum(value::int), 0)::int from jsonb_each_text(c.left_out)) as left_out,
      coalesce(w.answered, 0) as answered,
      case when c.reminder_after_days is not null then (
        select to_jsonb(n) from (${stepCounts(sql, now, 'reminder')}) n) end as reminder,
      c.ends_on::text, ${lateOf(sql, now)} as late, ${unsentOf(sql)} as unsent, s.time_zone, s.state as salon_state, ${waitColumns(sql, now)}
    from campaigns c join admins a on a.id = c.created_by join salons s on s.id = c.salon_id
      join offers o on o.id = c.offer_id cross join lateral (${stepCounts(sql, now, 'offer')}) n
      left join (select campaign_id, count(distinct phone)::int as answered from answers
        group by campaign_id) w on w.campaign_id = c.id
    where c.salon_id = ${salonId} ${id ? sql`and c.id = ${id}` : sql``}
    order by c.created_at desc, c.id`
}

export interface OfferText {
  clientId: string
  /** The offer with the words of the text. */
  offerId: string
  phone: string
  body: string
  segments: number
  dueAt: Date
  dueUntil: Date | null
  /** Of a new booking link; null: the text has none, or that of an earlier text. */
  token: string | null
}

interface QueueOffers {
  campaignId: string
  salonId: string
  senderId: string
  kind: 'offer' | 'reminder'
  now: Date
}

/** Texts per statement. */
const CHUNK = 500

/**
 * Queues the texts of a campaign with their booking links; a client gets each kind once. Locks the clients, so that an
 * erasure sees the texts or they see the erasure. Returns how many were queued. Throws `conflict` if a token is taken, which
 * stores nothing.
 */
export async function queueOfferTexts(sql: Sql, given: QueueOffers, texts: OfferText[]): Promise<number> {
  const { campaignId, salonId, senderId, kind, now } = given
  let queued = 0
  for (let at = 0; at < texts.length; at += CHUNK) {
    const chunk = texts
      .slice(at, at + CHUNK)
      .map(({ dueAt, dueUntil, clientId, offerId, token, ...text }) => ({
        ...text,
        token_hash: token && hashOfToken(token).toString('hex'),
        client_id: clientId,
        offer_id: offerId,
        due_at: dueAt.toISOString(),
        due_until: dueUntil?.toISOString() ?? 'infinity',
      }))
    const [row] = await sql<[{ queued: number }]>`
      with given as (
        select * from rows from (jsonb_to_recordset(${sql.json(chunk)}) as
          (phone text, body text, client_id uuid, offer_id uuid, segments int, due_at timestamptz, due_until timestamptz, token_hash text)
        ) with ordinality as t
          (phone, body, client_id, offer_id, segments, due_at, due_until, token_hash, n)
      ), locked as (
        select c.id from clients c join given t on t.client_id = c.id for share of c
      ), queued as (
        insert into messages (direction, kind, phone, body, sender_id, salon_id, client_id, created_at, segments, status,
          status_at, priority, due_at, due_until, campaign_id, offer_id, dedupe_key)
        select 'outbound', ${kind}, t.phone, t.body, ${senderId}, ${salonId}, t.client_id, ${now}, t.segments, 'queued',
          ${now}, ${priorityOf[kind]}, t.due_at, t.due_until, ${campaignId}, t.offer_id,
          ${kind} || ':' || ${campaignId} || ':' || t.client_id
        from given t join locked on locked.id = t.client_id where not suppressed(t.phone) order by t.n
        on conflict (dedupe_key) do nothing returning client_id
      ), links as (
        insert into invitations (campaign_id, client_id, token_hash, created_at)
        select ${campaignId}, client_id, decode(token_hash, 'hex'), ${now}
        from given join queued using (client_id) where token_hash is not null
      )
      select count(*)::int as queued from queued`.catch(refuseTakenToken)
    queued += row.queued
  }
  return queued
}

function refuseTakenToken(error: unknown): never {
  const isTaken = error instanceof Error && 'constraint_name' in error
  if (isTaken && error.constraint_name === 'invitations_token_hash_key')
    throw new AppError('conflict', 'Two clients got the same link. Please try again.')
  throw error
}

/**
 * Whether the owner of salon `s` wrote to us since the wave `c` was announced or resumed: that text quotes "Reply STOP", and
 * owners answer it. Plain thanks and agreement change nothing.
 */
const ownerWrote = (sql: Sql) => sql`
  exists (select 1 from waves w where w.campaign_id = c.id) and exists (
    select 1 from messages i where i.phone = s.owner_phone and i.direction = 'inbound' and i.salon_id is null
      and i.created_at >= greatest(c.created_at, c.watched_from) and i.intent not in ('positive', 'help', 'opt_in')
      and not is_automatic_reply(i.intent) and i.body !~* ${PLAIN_THANKS})`

const PLAIN_THANKS =
  '^\\W*((ok|okay|k|grand|great|perfect|lovely|brilliant|thanks|thank you|thx|ta|cheers)\\W*)+x*\\W*$'

/** Pauses a running wave until staff have read what the owner wrote. */
export async function pauseForOwner(sql: Sql, campaignId: string): Promise<void> {
  await sql`
    update campaigns set state = 'paused', paused_by = null, paused_reason = 'The owner wrote to us: please read it'
    where id = ${campaignId} and state = 'running'`
}

/** The approved offer and the salon of a text, for the send guard. */
export async function findGuardFacts(sql: Sql, textId: string) {
  const [row] = await sql<
    {
      salonId: string
      country: 'GB' | 'IE' | 'US'
      timeZone: string
      salonState: string
      textsUnknownVisits: boolean
      isWave: boolean
      /** The last day of the campaign; null: none. */
      endsOn: string | null
      /** Of a wave: the day on which the owner learned of it. */
      toldOn: string | null
      offer: ApprovedOffer
      ownerWrote: boolean
    }[]
  >`
    select s.id as salon_id, s.country, s.time_zone, s.state as salon_state, ${offerOf(sql)} as offer,
      s.unknown_visits_at is not null as texts_unknown_visits, exists (select 1 from waves w where w.campaign_id = c.id) as is_wave, c.ends_on::text, ${toldOn(sql)}::text as told_on,
      ${ownerWrote(sql)} as owner_wrote
    from messages m join campaigns c on c.id = m.campaign_id join salons s on s.id = c.salon_id
      join offers o on o.id = coalesce(m.offer_id, c.offer_id)
    where m.id = ${textId}`
  return row
}

/** Stores that the send guard let a text leave in its current attempt. */
export async function markCleared(sql: Sql, messageId: string): Promise<void> {
  await sql`update messages set cleared_at = attempted_at where id = ${messageId} and status = 'sending'`
}

/** The client of a text; undefined if it was erased. */
export async function findClaimedClient(sql: Sql, messageId: string): Promise<string | undefined> {
  const [row] = await sql<
    { clientId: string | null }[]
  >`select client_id from messages where id = ${messageId}`
  return row?.clientId ?? undefined
}
