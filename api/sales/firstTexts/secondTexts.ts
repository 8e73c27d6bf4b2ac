import { nextWindow } from '@salonback/shared/sms/quietHours.ts'
import { firstTextWriter } from '@salonback/shared/sms/template.ts'
import { stepCounts } from '../../core/campaigns/stepCounts.ts'
import { priorityOf } from '../../core/messages/outbox.ts'
import type { Deps } from '../../deps.ts'
import { instant } from '../../platform/db/instant.ts'
import { type Fragment, inTransaction, type Sql } from '../../platform/db/open.ts'

// A campaign may send one second text to each number that had the first one and did not react within some days.

/** Days after its due day in which a second text is still queued, for example after a long pause. */
const LATE_DAYS = 14

/**
 * Whether nothing has happened since the first text `m`: no answer, no other text of ours, and the prospect has neither
 * responded nor filled in the form. Another text of ours may be a second text that only the carrier knew after a restore.
 */
const isSilent = (sql: Sql) => sql`
  (exists (select 1 from prospects p where p.id = m.prospect_id and p.phone = m.phone
      and coalesce(p.contact_status, '') not in ('Responded', 'Submitted'))
    and not exists (select 1 from messages x where x.phone = m.phone and x.salon_id is null and x.id <> m.id
      and ((x.direction = 'inbound' and not is_automatic_reply(x.intent) and x.created_at >= m.created_at)
        or (x.kind <> 'second_text' and x.accepted_at > m.accepted_at))))`

/** Whether the campaign `o` has first texts that may still lead to a second one. */
export const awaitsSecondTexts = (sql: Sql, now: Date) => sql`
  (o.second_after_days is not null and exists (
    select 1 from messages m where m.campaign_id = o.id and ${awaitsSecond(sql, 'o', now)}))`

/** Whether the first text `m` of the campaign with this alias may still lead to a second one. */
const awaitsSecond = (sql: Sql, campaign: string, now: Date) => sql`
  m.kind = 'first_text' and m.status in ('sent', 'delivered')
    and m.accepted_at > ${now}::timestamptz - (${sql(campaign)}.second_after_days + ${LATE_DAYS}) * interval '1 day'
    and not exists (select 1 from messages s where s.dedupe_key = 'second_text:' || m.id)
    and not suppressed(m.phone) and ${isSilent(sql)}`

/** Texts per transaction. */
const BATCH = 500
const MAX_BATCHES = 10

/** Queues the second texts that are due. The send guard decides again when they leave. */
export async function queueSecondTexts({ sql, env, clock }: Pick<Deps, 'sql' | 'env' | 'clock'>) {
  const now = clock()
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const found = await inTransaction(sql, async (open) => {
      const due = await findDue(open, now)
      if (due.length === 0) return 0
      await insertSecondTexts(
        open,
        now,
        due.map(({ id, phone, template, ...prospect }) => {
          const { opensAt, closesAt } = nextWindow(phone, env.QUIET_HOURS, now)
          return { id, ...firstTextWriter(template)(prospect), dueAt: opensAt, dueUntil: closesAt }
        }),
      )
      return due.length
    })
    if (found < BATCH) return
  }
}

interface DueText {
  /** Id of the first text. */
  id: string
  phone: string
  template: string
  name: string
  category: string | null
}

/** First texts with a due second text, oldest first. Locks their campaigns, so that a cancel sees the second texts. */
const findDue = (sql: Sql, now: Date) => sql<DueText[]>`
  select m.id, m.phone, c.second_template as template, p.name, p.category
  from campaigns c join messages m on m.campaign_id = c.id join prospects p on p.id = m.prospect_id and p.phone = m.phone
  where c.state in ('running', 'finished') and c.second_after_days is not null
    and m.accepted_at <= ${now}::timestamptz - c.second_after_days * interval '1 day' and ${awaitsSecond(sql, 'c', now)}
  order by m.accepted_at, m.id limit ${BATCH} for share of c skip locked`

interface SecondText {
  /** Id of the first text. */
  id: string
  body: string
  segments: number
  dueAt: Date
  dueUntil: Date | null
}

/** Locks the first texts, so that an erasure sees the second ones. Each first text leads to one, ever. */
async function insertSecondTexts(sql: Sql, now: Date, texts: SecondText[]): Promise<void> {
  const given = texts.map(({ dueAt, dueUntil, ...text }) => ({
    ...text,
    due_at: dueAt.toISOString(),
    due_until: dueUntil?.toISOString() ?? 'infinity',
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${sql.json(given)}) as
        t (id uuid, body text, segments int, due_at timestamptz, due_until timestamptz)
    ), locked as (
      select m.* from messages m join given using (id) order by m.id for share of m
    ), queued as (
      insert into messages (direction, kind, phone, body, sender_id, prospect_id, created_at, segments, status, status_at,
        priority, due_at, due_until, campaign_id, dedupe_key)
      select 'outbound', 'second_text', m.phone, t.body, m.sender_id, m.prospect_id, ${now}, t.segments, 'queued', ${now},
        ${priorityOf.second_text}, t.due_at, t.due_until, m.campaign_id, 'second_text:' || m.id
      from given t join locked m using (id) where not suppressed(m.phone) order by m.accepted_at, m.id
      on conflict (dedupe_key) do nothing
      returning id, phone, campaign_id
    )
    insert into consent_ledger (phone, at, change, source, wording, actor, message_id)
    select q.phone, ${now}, 'basis', 'campaign:' || c.id, c.basis, a.username, q.id
    from queued q join campaigns c on c.id = q.campaign_id join admins a on a.id = c.created_by`
}

/** Whether the first text of this second one still has no reaction. */
export async function isStillSilent(sql: Sql, secondTextId: string): Promise<boolean> {
  const { count } = await sql`
    select 1 from messages s join messages m on m.campaign_id = s.campaign_id and m.phone = s.phone and m.kind = 'first_text'
    where s.id = ${secondTextId} and m.accepted_at is not null and ${isSilent(sql)}`
  return count > 0
}

/** The second text of the campaign `c` with its counts as JSON; null without one. */
export const secondTextColumn = (sql: Sql, now: Date): Fragment => sql`
  case when c.second_after_days is not null then (
    select jsonb_build_object('template', c.second_template, 'afterDays', c.second_after_days,
      'dueAt', case when c.state in ('running', 'paused') then (
        select ${instant(sql, sql`(m.accepted_at + c.second_after_days * interval '1 day')`)} from messages m
        where m.campaign_id = c.id and ${awaitsSecond(sql, 'c', now)} order by m.accepted_at limit 1) end)
      || to_jsonb(n) from (${stepCounts(sql, now, 'second_text')}) n) end as second_text`
