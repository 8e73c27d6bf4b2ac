import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type {
  Campaign,
  CampaignRecipient,
  firstTexts,
  LeftOutReason,
} from '@salonback/shared/sales/firstTexts/contract.ts'
import { type WaitColumns, waitColumns } from '../../core/campaigns/queueTimes.ts'
import { stepCounts } from '../../core/campaigns/stepCounts.ts'
import { priorityOf } from '../../core/messages/outbox.ts'
import { type Fragment, inTransaction, type Sql } from '../../platform/db/open.ts'
import { codeOf } from '../../platform/db/retryOnDeadlock.ts'
import { secondTextColumn } from './secondTexts.ts'

type CampaignRow = Omit<Campaign, 'createdAt' | 'wait'> & WaitColumns & { createdAt: Date }

/** Campaigns with their counts, newest first; only one with an id. */
export function findCampaigns(sql: Sql, now: Date, id?: string) {
  return sql<CampaignRow[]>`
    select c.id, c.name, c.state, c.paused_reason, c.paused_by, c.basis, c.template, c.created_at, a.username as created_by,
      n.*, (select count(*)::int from campaign_left_out where campaign_id = c.id) as left_out,
      ${secondTextColumn(sql, now)}, ${waitColumns(sql, now)}
    from campaigns c
    join admins a on a.id = c.created_by
    cross join lateral (${stepCounts(sql, now, 'first_text')}) n
    where ${id ? sql`c.id = ${id} and` : sql``} c.salon_id is null
    order by c.created_at desc, c.id`
}

export interface FirstText {
  prospectId: string
  /** Order among texts with the same due time, from 1. */
  place: number
  phone: string
  body: string
  segments: number
  dueAt: Date
  /** End of its window; null: endless. */
  dueUntil: Date | null
}

interface Started {
  id: string
  basis: string
  /** Username for the consent ledger. */
  actor: string
  now: Date
}

/** Texts per statement; serialising them blocks the event loop for about 5 ms. */
const CHUNK = 2500
const UNIQUE_VIOLATION = '23505'

/**
 * Queues first texts and records the basis for each. Returns the prospects skipped because their number got a first text
 * since the preview. Pass them ordered by number, so that index pages are shared.
 */
export async function queueFirstTexts(sql: Sql, campaign: Started, texts: FirstText[]): Promise<string[]> {
  const skipped: string[] = []
  const last = texts.reduce((most, { place }) => Math.max(most, place), 0)
  const seqs = await reserveSeqs(sql, last)
  for (let at = 0; at < texts.length; at += CHUNK) {
    const piece = texts.slice(at, at + CHUNK)
    const chunk = piece.map(({ place, ...text }) => ({ ...text, seq: seqs[place - 1] ?? 0 }))
    for (const { prospectId } of await insertOrSkip(sql, campaign, chunk)) skipped.push(prospectId)
  }
  return skipped
}

type SequencedText = Omit<FirstText, 'place'> & { seq: number }

/** Inserts without conflict checks, which is faster; a unique violation falls back to checking each row. */
async function insertOrSkip(sql: Sql, campaign: Started, texts: SequencedText[]) {
  try {
    return await inTransaction(sql, async (open) => insertTexts(open, campaign, texts, open``))
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    return insertTexts(sql, campaign, texts, sql`on conflict do nothing`)
  }
}

/** `created_by` stays empty, because the campaign has it. */
function insertTexts(sql: Sql, campaign: Started, texts: SequencedText[], whenTaken: Fragment) {
  // Joined strings: arrays take twice as long to serialise.
  const column = (value: (text: SequencedText) => string | number) =>
    sql`string_to_array(${texts.map(value).join(',')}, ',')`
  const isoOf = isoDates()
  return sql<{ prospectId: string }[]>`
    with texts as materialized (
      select * from unnest(${column((text) => text.prospectId)}::uuid[], ${column(({ seq }) => seq)}::bigint[],
        ${texts.map(({ phone }) => phone)}::text[], ${texts.map(({ body }) => body)}::text[],
        ${column(({ segments }) => segments)}::int[], ${column(({ dueAt }) => isoOf(dueAt))},
        ${column(({ dueUntil }) => (dueUntil ? isoOf(dueUntil) : 'infinity'))})
        as t (prospect_id, seq, phone, body, segments, due_at, due_until)
    ), queued as (
      insert into messages (id, direction, kind, phone, body, sender_id, prospect_id, created_at, seq, segments, status, status_at,
        priority, due_at, due_until, campaign_id)
      overriding system value
      select overlay(gen_random_uuid()::text placing ${idPrefix(campaign.now)} from 1 for 15)::uuid, 'outbound',
        'first_text', t.phone, t.body, c.sender_id, t.prospect_id, ${campaign.now}, t.seq, t.segments, 'queued', ${campaign.now},
        ${priorityOf.first_text}, t.due_at::timestamptz, t.due_until::timestamptz, c.id
      from campaigns c cross join texts t where c.id = ${campaign.id}
      ${whenTaken}
      returning id, phone, prospect_id
    ), bases as (
      insert into consent_ledger (phone, at, change, source, wording, actor, message_id)
      select phone, ${campaign.now}, 'basis', ${`campaign:${campaign.id}`}, ${campaign.basis}, ${campaign.actor}, id
      from queued
    )
    select prospect_id from texts except all select prospect_id from queued`
}

/** ISO-8601 dates, cached because thousands of texts share a few due times. */
function isoDates() {
  const known = new Map<number, string>()
  return (date: Date): string => {
    const iso = known.get(date.getTime()) ?? date.toISOString()
    known.set(date.getTime(), iso)
    return iso
  }
}

/** Reserves ascending sequence numbers: texts are inserted in another order than they are sent. */
async function reserveSeqs(sql: Sql, places: number): Promise<number[]> {
  const [row] = await sql<[{ seqs: number[] }]>`
    select array_agg(seq order by seq) as seqs
    from (select nextval('messages_seq_seq') as seq from generate_series(1, ${places})) taken`
  return row.seqs
}

/** Time prefix of a version 7 UUID: keys of one campaign share index pages, random ones do not. */
function idPrefix(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7`
}

/** Stores the prospects left out of a campaign with reasons. */
export async function saveLeftOut(sql: Sql, id: string, leftOut: { prospectId: string; reason: string }[]) {
  if (leftOut.length === 0) return
  await sql`
    insert into campaign_left_out (campaign_id, prospect_id, reason)
    select ${id}, t.prospect_id, t.reason
    from unnest(${leftOut.map((one) => one.prospectId)}::uuid[], ${leftOut.map((one) => one.reason)}::text[]) as t (prospect_id, reason)`
}

/** Prospects left out of a campaign by reason, most frequent first. */
export function countLeftOut(sql: Sql, id: string) {
  return sql<{ reason: LeftOutReason; count: number }[]>`
    select reason, count(*)::int as count from campaign_left_out
    where campaign_id = ${id} group by reason order by count desc, reason`
}

type FindRecipients = HandlerInput<typeof firstTexts.recipients>

export function findRecipients(sql: Sql, { id, step, status, page, pageSize }: FindRecipients) {
  return sql<(Omit<CampaignRecipient, 'at' | 'explanation'> & { at: Date; errorMessage: string | null })[]>`
    select m.prospect_id, coalesce(p.name, '') as name, m.phone, m.status, m.error_code, m.error_message,
      coalesce(m.status_at, m.created_at) as at
    from messages m left join prospects p on p.id = m.prospect_id
    where m.campaign_id = ${id} and m.kind = ${`${step}_text`} ${status ? sql`and m.status = ${status}` : sql``}
    order by lower(coalesce(p.name, '')), m.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`
}
