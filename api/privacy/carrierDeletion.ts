import type { Sql } from '../db/open.ts'
import type { Carrier } from '../messages/carrier.ts'
import { findPendingDeletions, recordFailedDeletion, removePendingDeletion } from './queries.ts'

/** Concurrent calls to the carrier. */
const AT_ONCE = 5

export interface CarrierDeletion {
  deleted: number
  /** Texts not deleted; they stay pending. */
  pending: number
}

/** Deletes all pending texts at the carrier. Unknown ones count as deleted. */
export async function deletePendingAtCarrier(
  sql: Sql,
  carrier: Pick<Carrier, 'deleteText'>,
  now: Date,
): Promise<CarrierDeletion> {
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
