import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findErasures } from '../../platform/privacy/hash.ts'
import type { ListedText } from './carrier.ts'
import { savePendingDeletions } from './carrierDeletion.ts'
import { receiveText } from './inbound.ts'
import { findSenders, type SenderAddress } from './senders.ts'

type Fetching = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log' | 'env' | 'subscribers'>

/** A listed text; its content only if it is not stored yet. */
type Listed = Pick<ListedText, 'sid' | 'phone' | 'at'> & { missing?: Missing }
type Missing = ListedText & { sender: SenderAddress }

/**
 * Fetches texts to every sender since then that are not stored, and receives them in the order in which the carrier got
 * them.
 * Each counts at its original time, even if later texts are stored already. Throws when the carrier cannot be reached.
 */
export async function backfill(deps: Fetching, since: Date, onPage: () => Promise<void>): Promise<number> {
  const { sql, carrier } = deps
  const bySid = new Map<string, Listed>()
  for (const sender of await findSenders(sql)) {
    for await (const page of carrier.list({ sender, direction: 'inbound', since })) {
      const missing = new Map((await findMissing(deps, page)).map((text) => [text.sid, text]))
      for (const { sid, phone, at } of page) {
        const text = missing.get(sid)
        // A text to a number of a Messaging Service is listed for both.
        bySid.set(sid, { sid, phone, at, ...(text && { missing: { ...text, sender } }) })
      }
      await onPage()
    }
  }
  // The lists are newest first, with a resolution of one second.
  const listed = [...bySid.values()].reverse().sort((a, b) => a.at.getTime() - b.at.getTime())
  const before = new Map<string, string[]>()
  let received = 0
  for (const { sid, phone, missing } of listed) {
    const earlier = before.get(phone) ?? []
    before.set(phone, earlier)
    if (missing) {
      const params = paramsOf(missing, carrier.accountSid)
      const id = await receiveText(deps, params, missing.at, { earlier })
      if (id) received += 1
    }
    earlier.push(sid)
  }
  return received
}

const paramsOf = ({ sid, phone, ourNumber, body, media, sender }: Missing, accountSid: string) => ({
  MessageSid: sid,
  AccountSid: accountSid,
  From: phone,
  To: ourNumber,
  ...(sender.kind === 'messaging_service' && { MessagingServiceSid: sender.address }),
  Body: body.replaceAll('\0', ''),
  NumMedia: String(media),
})

/** Listed texts that are not stored, without those from before an erasure of their number. */
export async function findMissing(
  deps: Pick<Fetching, 'sql' | 'env' | 'carrier' | 'clock'>,
  page: ListedText[],
): Promise<ListedText[]> {
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
