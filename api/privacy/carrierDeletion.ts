import type { Sql } from '../db/open.ts'
import type { Carrier } from '../messages/twilio.ts'
import { findPendingDeletions, recordFailedDeletion, removePendingDeletion } from './queries.ts'

/** Calls to the carrier at once. */
const AT_ONCE = 5

export interface CarrierDeletion {
  deleted: number
  /** Texts the carrier would not delete now; they stay on the list and are tried again. */
  pending: number
}

/** Deletes at the carrier every text that erasures have left there. One it never had counts as deleted. */
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
