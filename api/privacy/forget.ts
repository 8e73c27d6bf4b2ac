import type { Sql } from '../db/open.ts'
import type { Carrier } from '../messages/twilio.ts'
import { dropPending, findPending, noteRefusal } from './queries.ts'

/** Calls to the carrier at once. */
const AT_ONCE = 5

export interface Forgetting {
  forgotten: number
  /** Texts the carrier would not forget now; they stay on the list and are asked for again. */
  pending: number
}

/** Asks the carrier to forget every text that erasures have left with it. One it never had counts as forgotten. */
export async function forgetPending(
  sql: Sql,
  carrier: Pick<Carrier, 'forget'>,
  now: Date,
): Promise<Forgetting> {
  const result: Forgetting = { forgotten: 0, pending: 0 }
  const sids = await findPending(sql)
  for (let at = 0; at < sids.length; at += AT_ONCE) {
    await Promise.all(
      sids.slice(at, at + AT_ONCE).map(async (sid) => {
        const gone = await carrier.forget(sid).then(
          () => true,
          () => false,
        )
        result[gone ? 'forgotten' : 'pending'] += 1
        await (gone ? dropPending(sql, sid) : noteRefusal(sql, sid, now))
      }),
    )
  }
  return result
}
