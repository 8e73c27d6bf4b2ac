import type { Database } from '../platform/db/open.ts'
import { findCampaigns } from '../sales/firstTexts/queries.ts'
import { countFunnel } from '../sales/metrics/queries.ts'
import { findCampaignFigures, findDays } from '../sales/metrics/results.ts'
import { type Figure, measureEach } from './table.ts'
import { ONE_CONNECTION, withTables } from './withDatabase.ts'

const PROSPECTS = 400_000

const timeZone = 'Europe/London'

/** The figures of the dash with 1,000,000 stored texts. */
export const benchFigures = (): Promise<Figure[]> =>
  withTables(async (sql) => {
    await fill(sql)
    const days = (period: '30' | 'all') => () => findDays(sql, { period, timeZone, now: new Date() })
    const reads = {
      funnel: () => countFunnel(sql, new Date()),
      '20 campaigns with their counts': () => findCampaigns(sql, new Date()),
      'campaigns with what followed their texts': () => findCampaignFigures(sql),
      'texts and answers by day, 30 days': days('30'),
      'texts and answers by day, all': days('all'),
    }
    return measureEach(reads, 500)
  }, ONE_CONNECTION)

/**
 * 400,000 first and 200,000 second texts of 20 campaigns, 100,000 answers with 50,000 follow-ups and 12,500 forms, and 250,000
 * texts of salons.
 */
async function fill(sql: Database) {
  const body =
    'A text of about as many letters as people write to each other, with a link and how to stop them'
  await sql`insert into admins (username) values ('maya')`
  await sql`
    insert into prospects (name, phone, country)
    select 'Salon ' || n, '+4477' || lpad(n::text, 8, '0'), 'GB' from generate_series(1, ${PROSPECTS}::int) n`
  await sql`
    insert into salons (slug, name, country, time_zone, currency, owner_name)
    values ('glow', 'Glow', 'GB', 'Europe/London', 'GBP', 'Aoife')`
  await sql`
    insert into campaigns (template, second_template, second_after_days, state, basis, created_by, created_at, watched_from)
    select 'Hi', 'Hi again', 5, 'finished', 'consent', a.id, now() - make_interval(days => 20 * n), now()
    from admins a, generate_series(1, 20) n`
  await sql`alter table messages disable trigger user`
  await fillFirstTexts(sql, body)
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status_at, status, campaign_id, prospect_id)
    select 'outbound', 'second_text', phone, body, created_at + interval '5 days', accepted_at + interval '5 days',
      status_at + interval '5 days', 'delivered', campaign_id, prospect_id
    from messages where kind = 'first_text' and seq % 2 = 0 order by accepted_at`
  await fillAnswers(sql, body)
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, salon_id)
    select case n % 5 when 0 then 'inbound' else 'outbound' end, case n % 5 when 0 then 'inbound' else 'offer' end,
      '+4478' || lpad(n::text, 8, '0'), ${body}, now() - make_interval(mins => n),
      case n % 5 when 0 then 'received' else 'delivered' end, s.id
    from salons s, generate_series(1, 250000) n`
  await sql`alter table messages enable trigger user`
  await sql.unsafe('vacuum analyze')
}

const fillFirstTexts = (sql: Database, body: string) => sql`
  with numbered as (select *, row_number() over (order by id) as n from prospects),
    campaign as (select *, row_number() over (order by created_at) - 1 as k from campaigns)
  insert into messages (direction, kind, phone, body, created_at, accepted_at, status_at, status, campaign_id, prospect_id)
  select 'outbound', 'first_text', p.phone, ${body}, c.created_at, sent_at, sent_at + interval '5 s',
    case when n % 20 = 0 then 'failed' when n % 7 = 0 then 'sent' else 'delivered' end, c.id, p.id
  from numbered p join campaign c on c.k = p.n % 20,
    lateral (select c.created_at + make_interval(secs => p.n % 36000) as sent_at) t
  order by sent_at`

async function fillAnswers(sql: Database, body: string) {
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, processed, intent, is_opt_out)
    select 'inbound', 'inbound', phone, 'Some words of an answer', accepted_at + make_interval(hours => (seq % 60)::int * 3),
      'received', seq % 50 <> 0,
      (array['positive', 'negative', 'unclear', 'opt_out', 'automatic_reply', 'unclear'])[1 + seq % 6], seq % 6 = 3
    from messages where kind = 'first_text' and (hashtext(phone) & 3) = 0 order by accepted_at`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, carries_link)
    select 'outbound', 'followup', phone, ${body}, created_at, created_at, 'delivered', true
    from messages where kind = 'inbound' and seq % 2 = 0`
  await sql`
    insert into waitlist_responses (mobile_number, phone, customer_count, mobile_numbers_count, avg_spend,
      has_marketing_consent, hardest_part_text, consent_agreed, submitted_at)
    select phone, phone, '500-1000', '250-500', '60-100', 'yes-clearly', 'They come once', true,
      created_at + interval '1 day'
    from messages where kind = 'followup' and seq % 4 = 0`
}
