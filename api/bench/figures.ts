import type { Database } from '../db/open.ts'
import { foldFigures } from '../metrics/fold.ts'
import { countedCampaigns, countedFunnel } from '../testing/figures.ts'
import { interleaved } from './interleaved.ts'
import { PAGE, reachedRead } from './reads.ts'
import { ORDER, onService, type Served } from './served.ts'
import type { Figure } from './table.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const CAMPAIGNS = 20
const ROUNDS = 10
/** More than a second of sending or receiving leaves to fold. */
const UNFOLDED = 200

/** The figures of the dashboard and the campaigns at growing sizes, beside one row by its key through the same API. */
export const benchFigures = (): Promise<Figure[]> =>
  onService(async (sql, server, bare) => {
    const figures: Figure[] = []
    for (const size of SIZES) {
      await fill(sql, size)
      figures.push(...(await measure(sql, server, bare, size)))
    }
    return figures
  })

/** A quarter of the texts are first texts, half were received and nobody has looked at them. */
async function fill(sql: Database, size: number) {
  await sql`truncate prospects, messages, campaigns cascade`
  for (const table of ['messages', 'prospects']) await sql`alter table ${sql(table)} disable trigger user`
  await sql`
    insert into prospects (name, phone, country)
    select 'Salon ' || n, '+4477' || lpad(n::text, 8, '0'), 'GB' from generate_series(1, ${size / 4}::int) n`
  await sql`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'finished', 'Hi {name}', 'consent', (select id from admins limit 1), now() - make_interval(hours => n), now()
    from generate_series(1, ${CAMPAIGNS}) n`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, accepted_at, carries_link, intent, campaign_id)
    select case when n % 4 < 2 then 'inbound' else 'outbound' end,
      (array['inbound', 'inbound', 'first_text', 'followup'])[1 + n % 4],
      '+4477' || lpad((1 + n / 4)::text, 8, '0'), 'A text of about as many letters as people write to each other',
      now() - make_interval(secs => n), (array['received', 'received', 'delivered', 'sent'])[1 + n % 4],
      case when n % 4 > 1 then now() end, n % 4 = 3, case when n % 4 = 0 then 'positive' when n % 4 = 1 then 'unclear' end,
      case when n % 4 = 2 then c.ids[1 + n / 4 % ${CAMPAIGNS}] end
    from generate_series(0, ${size - 1}::int) n cross join (select array_agg(id) as ids from campaigns) c`
  for (const table of ['messages', 'prospects']) await sql`alter table ${sql(table)} enable trigger user`
  await sql`select recount_figures()`
  await sql.unsafe('vacuum analyze')
}

async function measure(sql: Database, server: Served, bare: Served, size: number): Promise<Figure[]> {
  const [one] = await sql<[{ id: string }]>`select id from campaigns limit 1`
  const api = (path: string) => () => server.read(path)
  const steps = {
    row: api('/api/admin/settings/waitlist_sms_enabled'),
    funnel: api('/api/admin/sms-metrics'),
    campaigns: api('/api/admin/campaigns'),
    campaign: api(`/api/admin/campaigns/${one.id}`),
    list: api(reachedRead.path),
    listAlone: () => reachedRead.sql(sql),
    listBare: () => bare.read('/reached'),
  }
  const still = await interleaved(steps, ROUNDS, ORDER)
  await sql`update messages set processed = true, accepted_at = null where phone in (
    select phone from prospects limit ${UNFOLDED})`
  const moved = await interleaved({ funnel: steps.funnel, campaigns: steps.campaigns }, ROUNDS, ORDER)
  await foldFigures(sql)
  const counted = await interleaved(
    { funnel: () => countedFunnel(sql), campaigns: () => countedCampaigns(sql, new Date()) },
    1,
  )
  const [disk] = await sql<[{ mb: number }]>`
    select pg_database_size(current_database())::float8 / 1024 ^ 2 as mb`
  const among = [Math.min(PAGE, size / 4), size / 4].map((count) => count.toLocaleString('en'))
  const reached = {
    what: `prospects of a step, ${among.join(' of ')}`,
    ours: still.list,
    unit: 'ms',
  } as const
  const told = (ours: number, what: string, note: string): Figure => ({
    what: `${what}, ${size.toLocaleString('en')} texts`,
    ours,
    reference: still.row,
    unit: 'ms',
    beside: 'one row by its key',
    reach: { atMost: 10, ofOurs: true },
    note,
  })
  return [
    told(still.funnel, 'sms-metrics', `counted from every row ${counted.funnel.toFixed(0)} ms`),
    told(moved.funnel, `sms-metrics, ${UNFOLDED} prospects not folded yet`, 'what a busy second leaves'),
    told(still.campaigns, `list of ${CAMPAIGNS} campaigns`, `counted ${counted.campaigns.toFixed(0)} ms`),
    told(
      moved.campaigns,
      `list of ${CAMPAIGNS} campaigns, changes not folded yet`,
      'what a busy second leaves',
    ),
    told(still.campaign, 'one campaign', 'counts as in the list'),
    { what: `the database on disk, ${size.toLocaleString('en')} texts`, ours: disk.mb, unit: 'MB' },
    { ...reached, reference: still.listAlone, beside: 'the same SQL alone', reach: { atMost: 1.5 } },
    { ...reached, reference: still.listBare, beside: 'a bare service', reach: { atMost: 1.25 } },
  ]
}
