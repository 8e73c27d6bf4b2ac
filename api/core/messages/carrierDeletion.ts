import type { Sql } from '../../platform/db/open.ts'
import type { Carrier } from './carrier.ts'

/** Concurrent calls to the carrier. */
const AT_ONCE = 5

export interface CarrierDeletion {
  deleted: number
  /** Texts not deleted; they stay pending. */
  pending: number
}

/** Deletes all pending texts at the carrier. Unknown ones count as deleted. */
export async function deletePendingAtCarrier(sql: Sql, carrier: Pick<Carrier, 'deleteText'>, now: Date) {
  const result: CarrierDeletion = { deleted: 0, pending: 0 }
  const sids = await findPendingDeletions(sql)
  for (let at = 0; at < sids.length; at += AT_ONCE) {
    await Promise.all(
      sids.slice(at, at + AT_ONCE).map(async (sid) => {
        const gone = await carrier.deleteText(sid).then(
          () => true,
          () => false,
        )
        result[gone ? 'deleted' : 'pending'] += 1
        await (gone ? removePendingDeletion(sql, sid) : recordFailedDeletion(sql, sid, now))
      }),
    )
  }
  return result
}

/** Stores sids to delete at the carrier; texts of the simulated network are deleted with its tables. */
export async function savePendingDeletions(
  sql: Sql,
  sids: string[],
  { now, simulated }: { now: Date; simulated: boolean },
): Promise<void> {
  await sql`
    insert into pending_carrier_deletions (sid, since) select sid, ${now} from unnest(${sids}::text[]) as sid
    on conflict (sid) do nothing`
  if (!simulated) return
  await sql`
    delete from pending_carrier_deletions
    where sid = any(${sids}::text[]) and sid in (select sid from simulator.texts)`
}

export async function findPendingDeletions(sql: Sql): Promise<string[]> {
  const rows = await sql<
    { sid: string }[]
  >`select sid from pending_carrier_deletions order by tried_at nulls first, sid`
  return rows.map(({ sid }) => sid)
}

async function removePendingDeletion(sql: Sql, sid: string): Promise<void> {
  await sql`delete from pending_carrier_deletions where sid = ${sid}`
}

async function recordFailedDeletion(sql: Sql, sid: string, now: Date): Promise<void> {
  await sql`update pending_carrier_deletions set tries = tries + 1, tried_at = ${now} where sid = ${sid}`
}
