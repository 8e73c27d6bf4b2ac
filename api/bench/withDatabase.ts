import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type Database, openDatabase } from '../platform/db/open.ts'

/** Requests run one at a time. One connection reaches Postgres's generic plans, which need five runs each, soonest. */
export const ONE_CONNECTION = { max: 1 }

const running = new Set<() => Promise<void>>()

/** Stops and removes every database of this process, even if a measurement still uses it. */
export const stopDatabases = () => Promise.allSettled([...running].map((stop) => stop()))

/** Runs `work` on an empty Postgres, then stops and removes it. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-bench-'))
  let stop = async () => {}
  const end = async () => {
    running.delete(end)
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  running.add(end)
  try {
    const server = await startEmbedded({ dataDir: folder })
    stop = server.stop
    return await work(server.url)
  } finally {
    await end()
  }
}

/** Runs `work` on a migrated database. */
export const withTables = <T>(
  work: (sql: Database, url: string) => Promise<T>,
  options: { max?: number } = {},
): Promise<T> =>
  withDatabase(async (url) => {
    const sql = openDatabase(url, options)
    try {
      await migrate(sql)
      return await work(sql, url)
    } finally {
      await sql.end()
    }
  })
