import type { AudienceChoice } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import type { Programme, Wave } from '@salonback/shared/salons/programmes/contract.ts'
import type { ProgrammeFacts } from '@salonback/shared/salons/programmes/nextStep.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { announcementsOf } from '../salons/announced.ts'
import { feedDay, newestList } from '../salons/bookingsFeed.ts'

export interface StoredProgramme {
  salonId: string
  offerId: string
  state: 'off' | 'running' | 'paused'
  perDay: number
  reminderAfterDays: number | null
  keptAside: number
  askDay: number
  audience: AudienceChoice | null
  firstBatch: number | null
  runningFrom: string
  setBy: string
  /** Last day of the approval of its offer. */
  until: string
}

/** The programme of a salon. `lock` serialises its steps and changes. */
export async function findProgramme(
  sql: Sql,
  salonId: string,
  { lock = false } = {},
): Promise<StoredProgramme | undefined> {
  const [row] = await sql<StoredProgramme[]>`
    select p.*, p.running_from::text, o.repeat_until::text as until from programmes p join offers o on o.id = p.offer_id
    where p.salon_id = ${salonId} ${lock ? sql`for update of p` : sql``}`
  return row
}

export async function saveProgramme(sql: Sql, { until: _, ...programme }: StoredProgramme): Promise<void> {
  const stored = { ...programme, audience: programme.audience && sql.json({ ...programme.audience }) }
  const { salonId: _salon, ...changes } = stored
  await sql`
    insert into programmes ${sql(stored)}
    on conflict (salon_id) do update set ${sql(changes)}`
}

export const setProgrammeState = (
  sql: Sql,
  salonId: string,
  { state, runningFrom }: Pick<StoredProgramme, 'state' | 'runningFrom'>,
) => sql`update programmes set state = ${state}, running_from = ${runningFrom} where salon_id = ${salonId}`

/** The last day of a feed of bookings that stands for a fresh list; null without one. */
export async function findFeedDay(sql: Sql, salonId: string, now: Date): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select ${feedDay(sql, newestList(sql), now)}::text as day from salons s where s.id = ${salonId}`
  return row?.day ?? null
}

/** Offers that are approved for each month, newest first. */
export const findRepeatable = (sql: Sql, salonId: string) => sql<Programme['offers'][number][]>`
  select id, version, repeat_until::text as until from offers
  where salon_id = ${salonId} and state = 'approved' and repeat_until is not null order by version desc`

/**
 * Salons with a running programme that may take a step: the salon is not paused and lacks at most its first list, its owner
 * has accepted the terms, and the approval has not ended. `only` limits them to one salon.
 */
export const findRunning = (sql: Sql, now: Date, only?: string) => sql<
  { salonId: string; timeZone: string }[]
>`
  select s.id as salon_id, s.time_zone from programmes p join salons s on s.id = p.salon_id join offers o on o.id = p.offer_id
  where p.state = 'running' and s.agreement_version = ${AGREEMENT_VERSION}
    and (s.state = 'ready' or s.state = 'setup' and exists (select 1 from senders n where n.salon_id = s.id)
      and not exists (select 1 from client_lists l where l.salon_id = s.id and l.state = 'committed'))
    and o.repeat_until > (${now}::timestamptz at time zone s.time_zone)::date ${only ? sql`and s.id = ${only}` : sql``}
  order by s.id`

export type StepFacts = Omit<ProgrammeFacts, 'today' | 'askDay' | 'runningFrom'> & {
  waveId: string | null
  listId: string | null
}

/** The facts that decide about the next step of a programme, besides its settings. */
export async function findStepFacts(
  sql: Sql,
  salonId: string,
  timeZone: string,
  now: Date,
): Promise<StepFacts> {
  const [row] = await sql<[StepFacts]>`
    select w.id as wave_id, case when w.id is not null then jsonb_build_object('askedFor', w.asked_for, 'state', w.state,
        'firstAskedOn', (select (min(o.sent_at) at time zone ${timeZone})::date from owner_messages o where o.subject_id = w.id),
        'requests', (select count(*)::int from owner_messages o where o.subject_id = w.id)) end as wave,
      (select count(*)::int from owner_messages o where o.salon_id = s.id and o.kind = 'list'
        and date_trunc('month', o.sent_at at time zone ${timeZone}) = date_trunc('month', ${now}::timestamptz at time zone ${timeZone}))
        as requests_in_month,
      l.id as list_id, l.as_of::text as list_as_of, ${feedDay(sql, newestList(sql), now)}::text as feed_as_of
    from salons s
    left join lateral (select * from waves where salon_id = s.id order by asked_for desc limit 1) w on true
    left join lateral (
      select n.id, n.as_of from (select id, as_of from client_lists where salon_id = s.id and state = 'committed'
        order by as_of desc, created_at desc limit 1) n
      where not exists (select 1 from waves u where u.list_id = n.id)) l on true
    where s.id = ${salonId}`
  return row
}

/** More opt-outs than this share of the texts of a run stop the next one. */
const OPT_OUTS = { atLeast: 3, share: 0.03 }

/**
 * Why the next run waits for a person: too many clients opted out of the last one, and since then no person has turned the
 * programme on again or resumed the run. Null: it need not wait.
 */
export async function whyUnwelcome(sql: Sql, salonId: string): Promise<string | null> {
  const [last] = await sql<{ sent: number; optOuts: number; pausedReason: string | null }[]>`
    select c.sent, c.opt_outs, w.paused_reason from (
      select k.id, k.watched_from, k.paused_reason, w.created_at, s.time_zone, p.running_from
      from waves w join campaigns k on k.id = w.campaign_id join salons s on s.id = w.salon_id join programmes p on p.salon_id = s.id
      where w.salon_id = ${salonId} and w.state = 'started' order by w.asked_for desc limit 1) w
    cross join lateral (
      select count(distinct m.phone)::int as sent, count(distinct m.phone) filter (where suppressed(m.phone))::int as opt_outs
      from messages m where m.campaign_id = w.id and m.accepted_at >= w.watched_from) c
    where (w.created_at at time zone w.time_zone)::date >= w.running_from`
  if (!last) return null
  const { sent, optOuts, pausedReason } = last
  const isAbove = optOuts >= OPT_OUTS.atLeast && optOuts > sent * OPT_OUTS.share
  if (!isAbove && !pausedReason?.endsWith('opted out')) return null
  return `${optOuts} of ${sent} clients opted out of the last texts. Turn the monthly texts on again to go on.`
}

interface SaveWave {
  salonId: string
  askedFor: string
  state: Wave['state']
  listId: string | null
  campaignId: string | null
  note: string | null
  /** Nothing reached the owner. */
  unreachedAt?: Date | null
  now: Date
}

/** The wave of this month with its new state. */
export async function saveWave(sql: Sql, { now, ...wave }: SaveWave): Promise<string> {
  const { state, listId, campaignId, note, unreachedAt = null } = wave
  const [row] = await sql<[{ id: string }]>`
    insert into waves ${sql({ ...wave, unreachedAt, createdAt: now })}
    on conflict (salon_id, asked_for) do update set state = ${state}, list_id = ${listId}, campaign_id = ${campaignId},
      note = ${note}, unreached_at = ${unreachedAt} returning id`
  return row.id
}

const SHOWN = 24

/** The latest months of a programme, newest first. */
export const findWaves = (sql: Sql, salonId: string) => sql<Wave[]>`
  select w.id, w.asked_for::text, w.state, w.note,
    (select as_of::text from client_lists where id = w.list_id) as list_as_of,
    (select count(*)::int from owner_messages o where o.subject_id = w.id) as requests,
    (select ${instant(sql, 'r.at')} from (select max(sent_at) as at from owner_messages where subject_id = w.id) r) as last_asked_at,
    (select jsonb_build_object('id', k.id, 'state', k.state,
        'texts', (select count(*)::int from messages m where m.campaign_id = k.id and m.kind = 'offer'),
        'sent', (select count(*)::int from messages m where m.campaign_id = k.id and m.kind = 'offer' and m.accepted_at is not null))
      from campaigns k where k.id = w.campaign_id) as campaign,
    (select ${announcementsOf(sql)} from campaigns c join salons s on s.id = c.salon_id where c.id = w.campaign_id) as announcements
  from waves w where w.salon_id = ${salonId} order by w.asked_for desc limit ${SHOWN}`

/** Campaigns of waves that have sent no text yet. */
export async function findUnsentWaves(sql: Sql, salonId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select k.id from waves w join campaigns k on k.id = w.campaign_id
    where w.salon_id = ${salonId} and k.state in ('running', 'paused')
      and not exists (select 1 from messages m where m.campaign_id = k.id and m.accepted_at is not null)`
  return rows.map(({ id }) => id)
}
