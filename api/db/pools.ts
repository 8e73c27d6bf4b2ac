import type { Gate } from './connect.ts'
import type { DatabaseSetup } from './detectPooler.ts'
import { type Database, openDatabase } from './open.ts'

/**
 * Separate pools, so that screens and imports, webhooks, and sending cannot starve each other. At most 20 connections per
 * process, including LISTEN and the health check; Postgres allows 100 by default.
 */
export interface Pools {
  /** Everything else. */
  sql: Database
  /** Webhooks and health checks. */
  reserved: Database
  worker: Database
  /** Connection for LISTEN; null behind a transaction pooler. */
  listener: Database | null
  end(): Promise<void>
}

export function openPools({ url, pooled, listenUrl }: DatabaseSetup, gate?: Gate): Pools {
  const open = (max: number, unpipelined = pooled) => openDatabase(url, { max, pooled, unpipelined, gate })
  const [sql, reserved, worker] = [open(8), open(6, true), open(4)]
  const direct = listenUrl && listenUrl !== url ? openDatabase(listenUrl, { max: 1, gate }) : null
  const all = [sql, reserved, worker, direct].filter((pool) => pool !== null)
  return {
    sql,
    reserved,
    worker,
    listener: direct ?? (listenUrl ? sql : null),
    end: async () => void (await Promise.all(all.map((pool) => pool.end({ timeout: 5 })))),
  }
}
