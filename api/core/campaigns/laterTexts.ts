import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { runEach } from '../../platform/runEach.ts'

/**
 * The one text that a campaign may send, some days later, to those who had its first text and did not react: the second
 * text of the agency, the reminder of a salon. Fragments name the campaign `c` and its first text `m`.
 */
export interface LaterTextRules {
  kind: 'second_text' | 'reminder'
  follows: 'first_text' | 'offer'
  /** Column of `campaigns` with the days after the first text; its value null means no later text. */
  afterDays: 'second_after_days' | 'reminder_after_days'
  /** Whether a campaign keeps running until they are queued. */
  keepsRunning: boolean
  /** Dedupe key of the later text of `m`, so that it is queued only once; null if its recipient was erased. */
  dedupeKey(sql: Sql): Fragment
  /** Whether there was no reaction to `m` that makes the later text unwanted. */
  isWanted(sql: Sql): Fragment
}

export interface LaterTexts extends LaterTextRules {
  /** Writes and queues them, in the transaction that found them. */
  queue(sql: Sql, env: Env, due: DueText[], now: Date): Promise<unknown>
}

export interface DueText {
  /** Id of the first text. */
  id: string
  phone: string
  campaignId: string
  senderId: string
  salonId: string | null
  clientId: string | null
}

/** A later text is still queued for so many days after its due day, for example after a long pause. */
const LATE_DAYS = 14

/** Whether the first text `m` of the campaign `c` may still lead to a later one. */
export const awaitsLater = (sql: Sql, later: LaterTextRules, now: Date): Fragment => sql`
  m.kind = ${later.follows} and m.status in ('sent', 'delivered')
    and m.accepted_at > ${now}::timestamptz - (c.${sql(later.afterDays)} + ${LATE_DAYS}) * interval '1 day'
    and not exists (select 1 from messages s where s.dedupe_key = ${later.dedupeKey(sql)})
    and not suppressed(m.phone) and ${later.isWanted(sql)}`

/** Whether the campaign `c` keeps running, because first texts may still lead to later ones. */
export const keepsRunning = (sql: Sql, later: LaterTexts, now: Date): Fragment =>
  later.keepsRunning
    ? sql`(c.${sql(later.afterDays)} is not null and exists (
        select 1 from messages m where m.campaign_id = c.id and ${awaitsLater(sql, later, now)}))`
    : sql`false`

/** Texts per transaction. */
const BATCH = 200
const MAX_BATCHES = 25

type QueueDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'log'>

/** Queues the later texts that are due, campaign by campaign. The send guard decides again when they leave. */
export async function queueLaterTexts(deps: QueueDeps, later: LaterTexts): Promise<void> {
  const now = deps.clock()
  await runEach(deps, await findDueCampaigns(deps.sql, later, now), {
    what: `queuing texts of the kind ${later.kind}`,
    idsOf: ({ id }) => ({ campaignId: id }),
    step: ({ id }) => queueForCampaign(deps, later, id, now),
  })
}

async function queueForCampaign({ sql, env }: QueueDeps, later: LaterTexts, campaignId: string, now: Date) {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const found = await retryOnDeadlock(sql, async (open) => {
      const due = await findDue(open, later, campaignId, now)
      if (due.length > 0) await later.queue(open, env, due, now)
      return due.length
    })
    if (found < BATCH) return
  }
}

/** Whether the first text `m` of the campaign `c` has a due later text. */
const isDue = (sql: Sql, later: LaterTexts, now: Date): Fragment => sql`
  c.state in ('running', 'finished') and c.${sql(later.afterDays)} is not null
    and m.accepted_at <= ${now}::timestamptz - c.${sql(later.afterDays)} * interval '1 day'
    and ${later.dedupeKey(sql)} is not null and ${awaitsLater(sql, later, now)}`

const findDueCampaigns = (sql: Sql, later: LaterTexts, now: Date) => sql<{ id: string }[]>`
  select c.id from campaigns c
  where exists (select 1 from messages m where m.campaign_id = c.id and ${isDue(sql, later, now)}) order by c.created_at, c.id`

/** First texts of a campaign with a due later text, oldest first. Locks the campaign, so that a cancel sees the later texts. */
const findDue = (sql: Sql, later: LaterTexts, campaignId: string, now: Date) => sql<DueText[]>`
  select m.id, m.phone, m.campaign_id, c.sender_id, m.salon_id, m.client_id
  from campaigns c join messages m on m.campaign_id = c.id
  where c.id = ${campaignId} and ${isDue(sql, later, now)}
  order by m.accepted_at, m.id limit ${BATCH} for share of c skip locked`

/** Whether the first text of this later one still has no reaction. */
export async function isStillWanted(sql: Sql, later: LaterTexts, laterTextId: string): Promise<boolean> {
  const { count } = await sql`
    select 1 from messages s join campaigns c on c.id = s.campaign_id
      join messages m on m.campaign_id = s.campaign_id and m.phone = s.phone and m.kind = ${later.follows}
    where s.id = ${laterTextId} and m.accepted_at is not null and ${later.isWanted(sql)}`
  return count > 0
}
