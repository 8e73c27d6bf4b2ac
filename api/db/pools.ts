import { type Database, openDatabase } from './open.ts'

/**
 * A process's connections, in pools that cannot starve each other: slow screens and imports take none from the
 * carrier's webhooks, and neither from the sending. With the listening ones at most 20; Postgres has 100 unless told.
 */
export interface Pools {
  /** Everything else. */
  sql: Database
  /** The carrier's webhooks, and health. */
  reserved: Database
  worker: Database
  end(): Promise<void>
}

export function openPools(url: string): Pools {
  const sql = openDatabase(url, { max: 8 })
  const reserved = openDatabase(url, { max: 4 })
  const worker = openDatabase(url, { max: 4 })
  return {
    sql,
    reserved,
    worker,
    end: async () =>
      void (await Promise.all([sql, reserved, worker].map((pool) => pool.end({ timeout: 5 })))),
  }
}
