import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { listColumns } from '../prospects/queries.ts'
import { startApp } from '../testing/start.ts'
import { interleaved } from './interleaved.ts'
import { onPostgres } from './postgres.ts'
import type { Figure } from './table.ts'

const PROSPECTS = 100_000
const ROUNDS = 7
const PATH = '/api/admin/prospects'

/** The list of 100,000 prospects, read whole and unchanged, beside the same SQL alone. */
export const benchProspects = (): Promise<Figure[]> => onPostgres(({ url }) => measureOn(url))

async function measureOn(url: string): Promise<Figure[]> {
  const sql = openDatabase(url)
  try {
    await migrate(sql)
    const app = await startApp({ sql, clock: () => new Date(), settings: { NODE_ENV: 'development' } })
    try {
      await fill(sql)
      return await measure(app)
    } finally {
      await app.stop()
    }
  } finally {
    await sql.end()
  }
}

async function fill(sql: Database) {
  await sql`
    insert into prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size, contact_status)
    select 'Salon ' || lpad((n * 7919 % ${PROSPECTS}::int)::text, 6, '0'),
      (array['Nail Salon', 'Hair Salon', 'Spa', 'Barber', 'Brow Bar'])[1 + n % 5], (array['US', 'CA'])[1 + n % 2],
      '+1' || (202 + n / 10000) || '555' || lpad((n % 10000)::text, 4, '0'), (array['mobile', 'landline'])[1 + (n % 7) / 6],
      n || ' King St', case when n % 10 = 0 then null else round((2 + (n % 30) / 10.0)::numeric, 1) end, n % 400, 1 + n % 15,
      (array['Selected', 'Contacted', 'Responded', 'Submitted'])[n % 8]
    from generate_series(0, ${PROSPECTS - 1}::int) n`
  await sql.unsafe('vacuum analyze')
}

async function measure({ sql, staffRequest }: Awaited<ReturnType<typeof startApp>>): Promise<Figure[]> {
  let listBytes = 0
  const times = await interleaved(
    {
      list: async () => {
        const answer = await staffRequest(PATH, { headers: { 'accept-encoding': 'gzip' } })
        listBytes = (await answer.arrayBuffer()).byteLength
      },
      alone: () => sql`
        select row_to_json(p)::text from (select ${listColumns(sql)} from prospects) p order by lower(name), id`,
    },
    ROUNDS,
  )
  return [
    {
      what: 'list of 100 000 prospects, as it is first read',
      ours: times.list,
      reference: times.alone,
      unit: 'ms',
      beside: 'the same SQL alone',
      reach: { atMost: 500, ofOurs: true },
      note: `${(listBytes / 1e6).toFixed(1)} MB of JSON before compression`,
    },
  ]
}
