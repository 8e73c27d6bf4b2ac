import { agency } from '@salonback/shared/brand.ts'
import { markets } from '@salonback/shared/sms/markets.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../deps.ts'
import type { Sql } from '../platform/db/open.ts'
import { notifyStaff } from '../platform/staff/notices.ts'

/** It is sent in these hours of the agency; the later ones are for a service that was down in the morning. */
const HOURS = { from: 7, to: 12 }
const DAY_MS = 24 * 3_600_000

/** Mails staff once a day what waits and what came in; nothing on a day without any of it. */
export async function mailDailySummary(deps: Pick<Deps, 'sql' | 'mailer' | 'clock' | 'env'>): Promise<void> {
  const { sql, clock, env, mailer } = deps
  const { day, hour } = agencyTime(clock())
  if (mailer.missing || hour < HOURS.from || hour >= HOURS.to || (await wasMailed(sql, day))) return
  const rows = rowsOf(await countsFor(sql, clock()))
  if (rows.length === 0) return
  await notifyStaff(sql, deps, 'summary', {
    subject: `Today: ${rows.map(({ label, value }) => `${value} ${label.toLowerCase()}`).join(', ')}`,
    content: {
      paragraphs: ['What waits for you, and what came in since yesterday:'],
      rows,
      button: { label: 'Open the console', url: `${env.PUBLIC_URL}/admin` },
    },
    dedupeKey: `summary:${day}`,
  })
}

const timeZone = markets[agency.country].zone ?? 'UTC'

/** Day and hour where the agency is. */
function agencyTime(now: Date) {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return { day: localDate(timeZone, now), hour: Number(hour.format(now)) }
}

const wasMailed = async (sql: Sql, day: string) =>
  (
    await sql`
      select 1 from mails where kind = 'summary' and (created_at at time zone ${timeZone})::date = ${day}::date limit 1`
  ).count > 0

interface Counts {
  agencyReplies: number
  salonReplies: number
  contactMessages: number
  leads: number
  questionnaires: number
  stuckMails: number
}

async function countsFor(sql: Sql, now: Date): Promise<Counts> {
  const since = new Date(now.getTime() - DAY_MS)
  const [counts] = await sql<[Counts]>`
    select
      (select count(*)::int from messages where direction = 'inbound' and salon_id is null and not processed) as agency_replies,
      (select count(*)::int from messages where direction = 'inbound' and salon_id is not null and not processed) as salon_replies,
      (select count(*)::int from contact_queries c where c.created_at > ${since}) as contact_messages,
      (select count(*)::int from leads l where l.created_at > ${since}) as leads,
      (select count(*)::int from waitlist_responses where submitted_at > ${since}) as questionnaires,
      (select count(*)::int from mails where state in ('unknown', 'failed') and state_at > ${since}) as stuck_mails`
  return counts
}

const labels: Record<keyof Counts, [one: string, many: string]> = {
  agencyReplies: ['Reply to Sales waits', 'Replies to Sales wait'],
  salonReplies: ['Reply to salons waits', 'Replies to salons wait'],
  contactMessages: ['New contact message', 'New contact messages'],
  leads: ['New lead', 'New leads'],
  questionnaires: ['New questionnaire', 'New questionnaires'],
  stuckMails: ['Email was not sent', 'Emails were not sent'],
}

const rowsOf = (counts: Counts) =>
  (Object.keys(labels) as (keyof Counts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => ({ label: labels[name][counts[name] === 1 ? 0 : 1], value: String(counts[name]) }))
