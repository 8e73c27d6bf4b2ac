import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Sql } from '../db/open.ts'

/** File next to the backups with the hashes of erased numbers. */
const NAME = 'erased-numbers.json'

const List = z.object({
  /** Mark of the key used for the hashes. */
  mark: z.string().nullable(),
  hashes: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]+$/), since: z.iso.datetime() })),
})
type List = z.infer<typeof List>

/** Hashes of erased numbers in this database. */
export async function findErasedNumbers(sql: Sql): Promise<List> {
  const [key] = await sql<{ mark: Buffer | null }[]>`select mark from phone_hash_key`
  const rows = await sql<{ hash: string; since: Date }[]>`
    select encode(phone_hash, 'hex') as hash, since from suppressions where phone_hash is not null order by 1`
  const hashes = rows.map(({ hash, since }) => ({ hash, since: since.toISOString() }))
  return { mark: key?.mark?.toString('hex') ?? null, hashes }
}

const readList = async (folder: string) => readFile(join(folder, NAME), 'utf8').catch(() => null)

/** The list next to a backup. Null without a valid one: the restore then reports that erased numbers are back. */
export async function readErasedNumbers(backup: string): Promise<List | null> {
  const text = await readList(dirname(backup))
  try {
    return text === null ? null : List.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Rewrites the list when it changed, so that a restore of an older backup can repeat the erasures. */
export async function keepErasedNumbers({ sql }: { sql: Sql }, folder: string): Promise<void> {
  const list = await findErasedNumbers(sql)
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
