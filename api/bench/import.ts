import { fork } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { importExport } from '../imports/import.ts'
import { interleaved } from './interleaved.ts'
import { onPostgres, type Place } from './postgres.ts'
import { type Figure, median } from './table.ts'

const RECORDS = 100_000
const ROUNDS = 3
const SIZES = [10_000, 100_000, 1_000_000]
const MEMORY_ROUNDS = 3

/** Spellings of the same fictional number, as scrapers find them. */
const spellings: ((number: string) => string)[] = [
  (number) => `+44${number}`,
  (number) => `0${number.slice(0, 4)} ${number.slice(4)}`,
  (number) => `+44 (0)${number}`,
  (number) => `0044${number}`,
]

const recordOf = (n: number) => ({
  name: `Salon ${n}`,
  category: 'Hair Salon',
  country: 'GB',
  phone: spellings[n % spellings.length]?.(String(7_300_000_000 + n)),
  phone_type: 'mobile',
  address: `${n} High Street, Leeds`,
  rating: 4.5,
  review_count: 120,
  team_size: 6,
})

/** An export of this many records as a stream that is never whole in memory. */
export async function* exportOf(count: number): AsyncGenerator<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text)
  yield encode(
    `{"export_metadata":{"export_id":"bench","source_app":"bench","total_records":${count}},"prospects":[`,
  )
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: Math.min(500, count - at) }, (_, n) => JSON.stringify(recordOf(at + n)))
    yield encode((at > 0 ? ',' : '') + rows.join(','))
  }
  yield encode(']}')
}

/** An import beside JSON.parse and COPY of the same rows, and what one of each size needs of memory. */
export const benchImport = async (): Promise<Figure[]> =>
  onPostgres(measure, { under: await scratchFolder() })

async function measure({ url }: Place): Promise<Figure[]> {
  const sql = openDatabase(url)
  try {
    await migrate(sql)
    const pieces: Buffer[] = await Readable.from(exportOf(RECORDS)).map(Buffer.from).toArray()
    const emptied = () => sql`truncate prospects, imports cascade`
    const by = { id: null, username: 'bench' }
    const times = await interleaved(
      {
        emptied,
        ours: () => importExport(sql, Readable.from(pieces), by, new Date()),
        emptiedAgain: emptied,
        plain: () => copy(sql, by.username, Buffer.concat(pieces).toString('utf8')),
      },
      ROUNDS,
    )
    const memory = await memoryBySize(url)
    const [small, , large] = memory
    return [
      {
        what: `import of ${RECORDS.toLocaleString('en')}, records`,
        ours: RECORDS / (times.ours / 1000),
        reference: RECORDS / (times.plain / 1000),
        unit: 'a second',
        beside: 'JSON.parse and COPY',
        reach: { atLeast: 0.5 },
        note: `${(times.ours / 1000).toFixed(2)} s beside ${(times.plain / 1000).toFixed(2)} s`,
      },
      {
        what: 'memory of an import of 1,000,000',
        ours: large?.peak ?? 0,
        reference: small?.peak ?? 0,
        unit: 'MB',
        beside: 'one of 10,000',
        reach: { atMost: 1.25 },
        note: memory
          .map(({ size, peak, grown, seconds }) => `${size}: ${peak} MB (+${grown}) in ${seconds} s`)
          .join(', '),
      },
    ]
  } finally {
    await sql.end()
  }
}

/** Reads all at once, checks nothing, and fills the same table, with its indexes and triggers, by the same rows. */
async function copy(sql: Database, by: string, text: string): Promise<void> {
  const { prospects } = JSON.parse(text) as { prospects: ReturnType<typeof recordOf>[] }
  const [{ id }] = await sql<[{ id: string }]>`
    insert into imports (export_id, source_app, total_records, records_added, records_duplicated, records_errored,
      imported_at) values ('bench', ${by}, 0, 0, 0, 0, now()) returning id`
  const now = new Date().toISOString()
  const lines = prospects.map((one, n) =>
    [one.name, one.category, one.country, `+44${7_300_000_000 + n}`, one.phone_type, one.address, one.rating]
      .concat([one.review_count, one.team_size, id, now, now])
      .join('\t'),
  )
  const into = await sql`
    copy prospects (name, category, country, phone, phone_type, address, rating, review_count, team_size, import_id,
      created_at, updated_at) from stdin`.writable()
  const chunks = function* () {
    for (let at = 0; at < lines.length; at += 1000) yield `${lines.slice(at, at + 1000).join('\n')}\n`
  }
  await pipeline(Readable.from(chunks()), into)
}

interface Memory {
  seconds: number
  /** MB of the whole process at most, and how much of it came with the import. */
  peak: number
  grown: number
}

/** Each size in turn; the smallest, which others are held against, by its median. */
async function memoryBySize(url: string) {
  const found = new Map<number, Memory[]>(SIZES.map((size) => [size, []]))
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    for (const size of SIZES)
      if (round === 0 || size === SIZES[0]) found.get(size)?.push(await importOnce(url, size))
  }
  return SIZES.map((size) => {
    const middle = (part: keyof Memory) => median((found.get(size) ?? []).map((one) => one[part]))
    return {
      size: size.toLocaleString('en'),
      peak: Math.round(middle('peak')),
      grown: Math.round(middle('grown')),
      seconds: middle('seconds').toFixed(1),
    }
  })
}

function importOnce(url: string, size: number): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('importOnce.ts', import.meta.url))
    const child = fork(script, [url, String(size)], { execArgv: ['--import', 'tsx'] })
    let told: Memory | undefined
    child.once('message', (message) => {
      told = message as Memory
    })
    child.once('exit', (code) => (told ? resolve(told) : reject(new Error(`the import ended with ${code}`))))
  })
}
