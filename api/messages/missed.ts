import type { Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { findErasures } from '../privacy/hash.ts'
import { savePendingDeletions } from '../privacy/queries.ts'
import type { ListedText } from './carrier.ts'
import { receiveText } from './inbound.ts'

type Fetching = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log' | 'env'>

/** What is kept of each listed text; its words only where nobody has stored them. */
type Listed = Pick<ListedText, 'sid' | 'phone' | 'at'> & { fresh?: ListedText }

/**
 * Texts that came in since and that no row has, in the order the carrier received them: what each says counts as if its
 * webhook had come then, also where a later text was stored first. Throws when the carrier cannot be asked.
 */
export async function receiveMissed(
  deps: Fetching,
  since: Date,
  onPage: () => Promise<void>,
): Promise<number> {
  const { sql, carrier, env, log } = deps
  const listed: Listed[] = []
  for await (const page of carrier.list({ direction: 'inbound', since })) {
    const fresh = new Map((await findUnknown(deps, page)).map((text) => [text.sid, text]))
    for (const { sid, phone, at } of page) {
      const text = fresh.get(sid)
      listed.push({ sid, phone, at, ...(text && { fresh: text }) })
    }
    await onPage()
  }
  // Newest first, to the second.
  listed.reverse().sort((a, b) => a.at.getTime() - b.at.getTime())
  const before = new Map<string, string[]>()
  let received = 0
  for (const { sid, phone, fresh } of listed) {
    const earlier = before.get(phone) ?? []
    before.set(phone, earlier)
    if (fresh) {
      const id = await receiveText(sql, { env, log }, paramsOf(fresh, carrier.accountSid), fresh.at, {
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

/** Those no row has, without what people wrote or got before they were erased. */
export async function findUnknown(deps: Omit<Fetching, 'log'>, page: ListedText[]): Promise<ListedText[]> {
  const { sql, env, carrier, clock } = deps
  const sids = page.map(({ sid }) => sid)
  const rows = await sql<{ sid: string }[]>`
    select sid from messages where sid = any(${sids}::text[])
    union all select sid from pending_carrier_deletions where sid = any(${sids}::text[])`
  const known = new Set(rows.map(({ sid }) => sid))
  const fresh = page.filter(({ sid, phone }) => phone && !known.has(sid))
  const phones = [...new Set(fresh.map(({ phone }) => phone))]
  const erasures = await findErasures(sql, env, phones)
  for (const { phone, at } of await findErasedBefore(sql, phones)) {
    if (!erasures.has(phone)) erasures.set(phone, at)
  }
  const isErased = ({ phone, at }: ListedText) => {
    const erasedAt = erasures.get(phone)
    return erasedAt === null || (erasedAt !== undefined && at <= erasedAt)
  }
  const gone = fresh.filter((text) => isErased(text) && erasures.get(text.phone)).map(({ sid }) => sid)
  // What came while nobody listened was not there to be deleted with the rest.
  if (gone.length > 0) await savePendingDeletions(sql, gone, { now: clock(), simulated: carrier.simulated })
  return fresh.filter((text) => !isErased(text))
}

const findErasedBefore = (sql: Sql, phones: string[]) => sql<{ phone: string; at: Date }[]>`
  select phone, at from erased_before where phone = any(${phones}::text[])`
