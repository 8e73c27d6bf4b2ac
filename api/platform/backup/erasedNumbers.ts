import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Database, Sql } from '../db/open.ts'
import { ErasureRefused, erase } from '../privacy/erase.ts'
import { findErased, keyMarks, type PhoneKeys } from '../privacy/hash.ts'

/** File next to the backups with the hashes of erased numbers. */
const NAME = 'erased-numbers.json'

const List = z.object({
  /** Mark of the key used for the hashes. */
  mark: z.string().nullable(),
  hashes: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]+$/), since: z.iso.datetime() })),
})
type List = z.infer<typeof List>

async function findList(sql: Sql): Promise<List> {
  const [key] = await sql<{ mark: Buffer | null }[]>`select mark from phone_hash_key`
  const rows = await sql<{ hash: string; since: Date }[]>`
    select encode(phone_hash, 'hex') as hash, since from suppressions where phone_hash is not null order by 1`
  const hashes = rows.map(({ hash, since }) => ({ hash, since: since.toISOString() }))
  return { mark: key?.mark?.toString('hex') ?? null, hashes }
}

const readList = async (folder: string) => readFile(join(folder, NAME), 'utf8').catch(() => null)

/** Null for an invalid list: the restore then reports that erased numbers are back. */
function parsed(text: string): List | null {
  try {
    return List.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Rewrites the list when it changed, so that a restore of an older backup can repeat the erasures. */
export async function keepErasedNumbers({ sql }: { sql: Sql }, folder: string): Promise<void> {
  const list = await findList(sql)
  const text = `${JSON.stringify(list)}\n`
  const before = await readList(folder)
  if (before === text || (before === null && list.hashes.length === 0)) return
  const fresh = join(folder, `${NAME}.new-${process.pid}`)
  try {
    await writeFile(fresh, text, { mode: 0o600, flush: true })
    await rename(fresh, join(folder, NAME))
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

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
export async function reapplyErasures(
  sql: Database,
  keys: PhoneKeys,
  path: string,
  now: Date,
): Promise<Reapplied | null> {
  const text = await readList(dirname(path))
  const list = text === null ? null : parsed(text)
  if (!list?.mark || list.hashes.length === 0) return null
  const marks = keyMarks(keys).map((mark) => mark.toString('hex'))
  const unknownKey = !marks.includes(list.mark)
  const { mark } = await findList(sql)
  const done = {
    hashes: 0,
    erased: 0,
    left: 0,
    unknownKey: unknownKey || (mark !== null && mark !== list.mark),
  }
  // Hashes under another key than the database's match no number.
  if (mark !== null && mark !== list.mark) return done
  await sql`update phone_hash_key set mark = decode(${list.mark}, 'hex') where mark is null`
  const added = await sql`
    insert into suppressions (phone_hash, since, source, wording)
    select decode(t.hash, 'hex'), t.since, 'staff', 'Erased on request'
    from jsonb_to_recordset(${sql.json(list.hashes)}) as t (hash text, since timestamptz)
    on conflict (phone_hash) where phone_hash is not null do nothing`
  done.hashes = added.count
  if (unknownKey) return done
  const phones = await sql<{ phone: string }[]>`
    select phone from messages union select phone from prospects union select mobile_number from leads
    union select phone from waitlist_responses where phone is not null union select phone from suppressions where phone is not null
    union select phone from clients union select phone from consent_events
    union select owner_phone from salons where owner_phone is not null`
  for (const phone of await findErased(
    sql,
    keys,
    phones.map((row) => row.phone),
  )) {
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
