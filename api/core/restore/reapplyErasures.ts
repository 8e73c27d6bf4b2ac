import { ERASED_WORDING } from '@salonback/shared/core/inbox/conversation.ts'
import { findErasedNumbers, readErasedNumbers } from '../../platform/backup/erasedNumbers.ts'
import type { Database } from '../../platform/db/open.ts'
import { findErased, keyMarks, type PhoneKeys } from '../../platform/privacy/hash.ts'
import { ErasureRefused, erase } from '../erasure/erase.ts'

export interface Reapplied {
  /** Numbers erased after the backup. */
  hashes: number
  /** Those of them with data in the backup, which is deleted again. */
  erased: number
  /** Numbers not erased because a text may be on its way. */
  left: number
  /** The list uses a missing key: numbers stay suppressed but cannot be found. */
  unknownKey: boolean
}

/** Repeats the erasures of the list after a restore. Null without a list. */
export async function reapplyErasures(sql: Database, keys: PhoneKeys, path: string, now: Date) {
  const list = await readErasedNumbers(path)
  if (!list?.mark || list.hashes.length === 0) return null
  const marks = keyMarks(keys).map((mark) => mark.toString('hex'))
  const unknownKey = !marks.includes(list.mark)
  const { mark } = await findErasedNumbers(sql)
  const isOtherKey = mark !== null && mark !== list.mark
  const done: Reapplied = { hashes: 0, erased: 0, left: 0, unknownKey: unknownKey || isOtherKey }
  // Hashes under another key than the database's match no number.
  if (isOtherKey) return done
  await sql`update phone_hash_key set mark = decode(${list.mark}, 'hex') where mark is null`
  const added = await sql`
    insert into suppressions (phone_hash, since, source, wording)
    select decode(t.hash, 'hex'), t.since, 'staff', ${ERASED_WORDING}
    from jsonb_to_recordset(${sql.json(list.hashes)}) as t (hash text, since timestamptz)
    on conflict (phone_hash) where phone_hash is not null do nothing`
  done.hashes = added.count
  if (unknownKey) return done
  const rows = await sql<{ phone: string }[]>`
    select phone from messages union select phone from prospects union select mobile_number from leads
    union select phone from waitlist_responses where phone is not null union select phone from suppressions where phone is not null
    union select phone from clients union select phone from consent_events
    union select owner_phone from salons where owner_phone is not null`
  const phones = rows.map(({ phone }) => phone)
  for (const phone of await findErased(sql, keys, phones)) {
    try {
      await erase(sql, keys, null, { phone, now })
      done.erased += 1
    } catch (error) {
      if (!(error instanceof ErasureRefused)) throw error
      done.left += 1
    }
  }
  return done
}
