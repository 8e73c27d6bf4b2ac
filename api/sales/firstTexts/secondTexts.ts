import { nextWindow } from '@salonback/shared/sms/quietHours.ts'
import { firstTextWriter } from '@salonback/shared/sms/template.ts'
import { awaitsLater, type DueText, type LaterTexts } from '../../core/campaigns/laterTexts.ts'
import { stepCounts } from '../../core/campaigns/stepCounts.ts'
import { priorityOf } from '../../core/messages/outbox.ts'
import type { Env } from '../../env.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Goes to each number that had the first text of a campaign and did not react within some days. */
export const secondTexts: LaterTexts = {
  kind: 'second_text',
  follows: 'first_text',
  afterDays: 'second_after_days',
  keepsRunning: true,
  dedupeKey: (sql) => sql`'second_text:' || m.id`,
  // No answer, no other text of ours, and a prospect who has neither responded nor filled in the form. Another text of ours
  // may be a second text that only the carrier knew after a restore.
  isWanted: (sql) => sql`
    (exists (select 1 from prospects p where p.id = m.prospect_id and p.phone = m.phone
        and coalesce(p.contact_status, '') not in ('Responded', 'Submitted'))
      and not exists (select 1 from messages x where x.phone = m.phone and x.salon_id is null and x.id <> m.id
        and ((x.direction = 'inbound' and not is_automatic_reply(x.intent) and x.created_at >= m.created_at)
          or (x.kind not in ('second_text', 'test') and x.accepted_at > m.accepted_at))))`,
  queue: queueSecondTexts,
}

async function queueSecondTexts(sql: Sql, { QUIET_HOURS }: Env, due: DueText[], now: Date): Promise<void> {
  const wanted = await sql<
    { id: string; phone: string; template: string; name: string; category: string | null }[]
  >`
    select m.id, m.phone, c.second_template as template, p.name, p.category
    from messages m join campaigns c on c.id = m.campaign_id join prospects p on p.id = m.prospect_id
    where m.id = any(${due.map(({ id }) => id)}::uuid[])`
  const texts = wanted.map(({ id, phone, template, ...prospect }) => {
    const { opensAt, closesAt } = nextWindow(phone, QUIET_HOURS, now)
    return { id, ...firstTextWriter(template)(prospect), dueAt: opensAt, dueUntil: closesAt }
  })
  await insertSecondTexts(sql, now, texts)
}

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

/** The second text of the campaign `c` with its counts as JSON; null without one. */
export const secondTextColumn = (sql: Sql, now: Date): Fragment => sql`
  case when c.second_after_days is not null then (
    select jsonb_build_object('template', c.second_template, 'afterDays', c.second_after_days,
      'dueAt', case when c.state in ('running', 'paused') then (
        select ${instant(sql, sql`(m.accepted_at + c.second_after_days * interval '1 day')`)} from messages m
        where m.campaign_id = c.id and ${awaitsLater(sql, secondTexts, now)} order by m.accepted_at limit 1) end)
      || to_jsonb(n) from (${stepCounts(sql, now, 'second_text')}) n) end as second_text`
