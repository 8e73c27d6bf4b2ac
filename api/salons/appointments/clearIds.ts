import type { Sql } from '../../platform/db/open.ts'
import { type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'

/** Begins the ids that are hashed because they have the number of the client. */
const HASHED = 'hash:'
/** Digits at the end of a number that name the person, also without its country code. */
const DIGITS = 8

/**
 * The id as it is stored: files without ids name an appointment by number and time, which must not be kept in clear for people
 * who are no clients. Hashed with the first key, which no rotation changes. Without a key it stays.
 */
export function storedId(
  keys: PhoneKeys,
  { externalId, phone }: { externalId: string; phone: string },
): string {
  const hasNumber = externalId.replace(/\D/g, '').includes(phone.slice(-DIGITS))
  const hash = hasNumber && phoneHashes(keys, externalId)[0]?.toString('hex')
  return hash ? HASHED + hash : externalId
}

/** Replaces ids that were stored in clear before by what they are stored as now, so that a repeat finds its appointment. */
export async function renameIds(
  sql: Sql,
  { salonId, sourceId }: { salonId: string; sourceId: string },
  ids: { before: string; after: string }[],
): Promise<void> {
  const changed = ids.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return
  await sql`
    update appointments a set external_id = g.after
    from jsonb_to_recordset(${sql.json(changed)}) as g (before text, after text)
    where a.salon_id = ${salonId} and a.source_id = ${sourceId} and a.external_id = g.before and not exists (
      select 1 from appointments b where b.salon_id = a.salon_id and b.source_id = a.source_id and b.external_id = g.after)`
}

/** Rows of one run. */
const MOST = 5000

/** Hashes the ids that older versions stored in clear. Returns how many. */
export async function hashClearIds(sql: Sql, keys: PhoneKeys): Promise<number> {
  if (phoneHashes(keys, '').length === 0) return 0
  const rows = await sql<{ id: string; externalId: string; phone: string }[]>`
    select id, external_id, split_part(external_id, ' ', 1) as phone from appointments
    where external_id ~ '^[+][0-9]{8,15} ' limit ${MOST}`
  const hashed = rows.map(({ id, ...row }) => ({ id, after: storedId(keys, row) }))
  const { count } = await sql`
    update appointments a set external_id = g.after
    from jsonb_to_recordset(${sql.json(hashed)}) as g (id uuid, after text) where a.id = g.id`
  return count
}
