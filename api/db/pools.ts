import type { Gate } from './connect.ts'
import { type Database, openDatabase } from './open.ts'
import type { DatabaseSetup } from './survey.ts'

/**
 * A process's connections, in pools that cannot starve each other: slow screens and imports take none from the
 * carrier's webhooks, and neither from the sending. With the listening one and the pulse at most 20; Postgres has 100
 * unless told.
 */
export interface Pools {
  /** Everything else. */
  sql: Database
  /** The carrier's webhooks, and health. */
  reserved: Database
  worker: Database
  /** Where LISTEN is heard; null where it is not. */
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
