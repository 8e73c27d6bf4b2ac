import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { importExport } from '../imports/import.ts'

const MB = 1024 * 1024

/** An export of this many records as a stream that is never whole in memory. */
async function* exportOf(count: number, from: number): AsyncGenerator<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text)
  yield encode(
    `{"export_metadata":{"export_id":"bench","source_app":"bench","total_records":${count}},"prospects":[`,
  )
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: Math.min(500, count - at) }, (_, n) => {
      const id = from + at + n
      return JSON.stringify({
        name: `Salon ${id}`,
        category: 'Hair Salon',
        country: 'GB',
        phone: `+447${String(300_000_000 + id)}`,
        phone_type: 'mobile',
        address: `${id} High Street, Leeds`,
        rating: 4.5,
        review_count: 120,
        team_size: 6,
      })
    })
    yield encode((at > 0 ? ',' : '') + rows.join(','))
  }
  yield encode(']}')
}

/** An import of 10 000 beside one of 100 000 (time per record, peak memory), and both beside a bare insert. */
export async function benchImport(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-bench-'))
  const server = await startEmbedded({ dataDir })
  const sql = openDatabase(server.url)
  try {
    await migrate(sql)
    const bare = await timed(() => bareInsert(sql, 100_000))
    const small = await timed(() =>
      importExport(sql, exportOf(10_000, 1_000_000), { id: null, username: 'bench' }, new Date()),
    )
    const large = await timed(() =>
      importExport(sql, exportOf(100_000, 2_000_000), { id: null, username: 'bench' }, new Date()),
    )
    const line = (name: string, count: number, { ms, peak }: { ms: number; peak: number }) =>
      process.stdout.write(
        `${name.padEnd(22)} ${(ms / 1000).toFixed(2)} s, ${((ms / count) * 1000).toFixed(0)} us a record, peak ${Math.round(peak / MB)} MB\n`,
      )
    line('bare insert, 100 000', 100_000, bare)
    line('import, 10 000', 10_000, small)
    line('import, 100 000', 100_000, large)
    process.stdout.write(`memory, 100 000 beside 10 000: ${(large.peak / small.peak).toFixed(2)}\n`)
  } finally {
    await sql.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>) {
  let peak = 0
  const sample = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const start = performance.now()
  await work()
  clearInterval(sample)
  return { ms: performance.now() - start, peak: Math.max(peak, process.memoryUsage().rss) }
}

const bareInsert = (sql: Database, count: number) => sql`
  insert into prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size)
  select 'Salon ' || n, 'Hair Salon', 'GB', '+447' || (200000000 + n), 'mobile', n || ' High Street, Leeds', 4.5, 120, 6
  from generate_series(1, ${count}) n`
