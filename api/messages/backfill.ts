import type { Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { findErasures } from '../privacy/hash.ts'
import { savePendingDeletions } from '../privacy/queries.ts'
import type { ListedText } from './carrier.ts'
import { receiveText } from './inbound.ts'

type Fetching = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log' | 'env'>

/** A listed text; its content only if it is not stored yet. */
type Listed = Pick<ListedText, 'sid' | 'phone' | 'at'> & { missing?: ListedText }

/**
 * Fetches inbound texts since then that are not stored, and receives them in the order in which the carrier got them.
 * Each counts at its original time, even if later texts are stored already. Throws when the carrier cannot be reached.
 */
export async function backfill(deps: Fetching, since: Date, onPage: () => Promise<void>): Promise<number> {
  const { sql, carrier, env, log } = deps
  const listed: Listed[] = []
  for await (const page of carrier.list({ direction: 'inbound', since })) {
    const missing = new Map((await findMissing(deps, page)).map((text) => [text.sid, text]))
    for (const { sid, phone, at } of page) {
      const text = missing.get(sid)
      listed.push({ sid, phone, at, ...(text && { missing: text }) })
    }
    await onPage()
  }
  // The list is newest first, with a resolution of one second.
  listed.reverse().sort((a, b) => a.at.getTime() - b.at.getTime())
  const before = new Map<string, string[]>()
  let received = 0
  for (const { sid, phone, missing } of listed) {
    const earlier = before.get(phone) ?? []
    before.set(phone, earlier)
    if (missing) {
      const id = await receiveText(sql, { env, log }, paramsOf(missing, carrier.accountSid), missing.at, {
        earlier,
      })
      if (id) received += 1
    }
    earlier.push(sid)
  }
  return received
}

const paramsOf = ({ sid, phone, ourNumber, body, media }: ListedText, accountSid: string) => ({
  MessageSid: sid,
  AccountSid: accountSid,
  From: phone,
  To: ourNumber,
  Body: body.replaceAll('\0', ''),
  NumMedia: String(media),
})

/** Listed texts that are not stored, without those from before an erasure of their number. */
export async function findMissing(deps: Omit<Fetching, 'log'>, page: ListedText[]): Promise<ListedText[]> {
  const { sql, env, carrier, clock } = deps
  const sids = page.map(({ sid }) => sid)
  const rows = await sql<{ sid: string }[]>`
    select sid from messages where sid = any(${sids}::text[])
    union all select sid from pending_carrier_deletions where sid = any(${sids}::text[])`
  const known = new Set(rows.map(({ sid }) => sid))
  const missing = page.filter(({ sid, phone }) => phone && !known.has(sid))
  const phones = [...new Set(missing.map(({ phone }) => phone))]
  const erasures = await findErasures(sql, env, phones)
  for (const { phone, at } of await findErasedBefore(sql, phones)) {
    if (!erasures.has(phone)) erasures.set(phone, at)
  }
  const isErased = ({ phone, at }: ListedText) => {
    const erasedAt = erasures.get(phone)
    return erasedAt === null || (erasedAt !== undefined && at <= erasedAt)
  }
  const erased = missing.filter((text) => isErased(text) && erasures.get(text.phone)).map(({ sid }) => sid)
  // These arrived during the gap, so the erasure could not delete them at the carrier.
  if (erased.length > 0)
    await savePendingDeletions(sql, erased, { now: clock(), simulated: carrier.simulated })
  return missing.filter((text) => !isErased(text))
}

const findErasedBefore = (sql: Sql, phones: string[]) => sql<{ phone: string; at: Date }[]>`
  select phone, at from erased_before where phone = any(${phones}::text[])`
