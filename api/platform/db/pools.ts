import { type Database, openDatabase } from './open.ts'

/**
 * Separate pools, so that screens and imports, webhooks, and sending cannot starve each other. At most 20 connections per
 * process, including LISTEN; Postgres allows 100 by default.
 */
export interface Pools {
  /** Everything else. */
  sql: Database
  /** Webhooks and health checks. */
  reserved: Database
  worker: Database
  end(): Promise<void>
}

export function openPools(url: string): Pools {
  const open = (max: number, unpipelined = false) => openDatabase(url, { max, unpipelined })
  const [sql, reserved, worker] = [open(8), open(6, true), open(4)]
  return {
    sql,
    reserved,
    worker,
    end: async () =>
      void (await Promise.all([sql, reserved, worker].map((pool) => pool.end({ timeout: 5 })))),
  }
}
