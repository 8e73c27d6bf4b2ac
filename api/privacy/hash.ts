import { createHash, createHmac } from 'node:crypto'
import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'

/** The keys of erased numbers' hashes. None at all is possible until somebody is erased. */
export type PhoneKeys = Pick<Env, 'PHONE_HASH_KEY' | 'PHONE_HASH_KEY_PREVIOUS'>

/** Hashed like a number to tell which key the stored hashes are under; no number reads like it. */
const MARK = 'phone hash key'

/** The keys as bytes, the oldest first. */
export function keysOf({ PHONE_HASH_KEY, PHONE_HASH_KEY_PREVIOUS }: PhoneKeys): Buffer[] {
  const newestFirst = [PHONE_HASH_KEY, ...(PHONE_HASH_KEY_PREVIOUS?.split(',') ?? [])]
  return newestFirst.flatMap((key) => (key ? [Buffer.from(key.trim(), 'hex')] : [])).reverse()
}

/**
 * The number's hash under the first key, and as each later key re-keyed it. A new key goes around the old hash, because
 * an erased number is not there to be hashed anew; so every key since the first stays needed to find it.
 */
export function phoneHashes(keys: PhoneKeys, phone: string): Buffer[] {
  const hashes: Buffer[] = []
  for (const key of keysOf(keys)) {
    const last = hashes.at(-1)
    // The first is what earlier releases stored: another construction would lose every suppression they kept.
    hashes.push(last ? rekey(key, last) : createHash('sha256').update(key).update(phone).digest())
  }
  return hashes
}

export const rekey = (key: Buffer, hash: Buffer): Buffer => createHmac('sha256', key).update(hash).digest()

export const keyMarks = (keys: PhoneKeys): Buffer[] => phoneHashes(keys, MARK)

/** Hashes as a value of type bytea[]. */
export const hashList = (sql: Sql, hashes: Buffer[]) =>
  sql`unhex(${hashes.map((hash) => hash.toString('hex'))}::text[])`

/** SQL for "the number's owner was erased"; null when this process lacks the key. */
export const erased = (sql: Sql, keys: PhoneKeys, phone: string) =>
  sql`erased(${hashList(sql, phoneHashes(keys, phone))}, ${hashList(sql, keyMarks(keys))})`

/** This process lacks the key of the erased numbers' hashes: it cannot tell whom it must not text. */
export class WrongKeyError extends Error {
  constructor() {
    super('PHONE_HASH_KEY is not the key in use: nothing is sent until this process is started with it')
  }
}

/** Numbers hashed per turn of the event loop; about a millisecond of work. */
const CHUNK = 500

/** Those of the numbers whose owners were erased. Throws WrongKeyError when that cannot be told. */
export async function findErased(sql: Sql, keys: PhoneKeys, phones: string[]): Promise<Set<string>> {
  return new Set((await findErasures(sql, keys, phones)).keys())
}

/** The same, each with the moment of its erasure; null where that was not kept. */
export async function findErasures(
  sql: Sql,
  keys: PhoneKeys,
  phones: string[],
): Promise<Map<string, Date | null>> {
  const found = new Map<string, Date | null>()
  for (let at = 0; at < phones.length; at += CHUNK) {
    const phoneOf = new Map<string, string>()
    for (const phone of phones.slice(at, at + CHUNK)) {
      for (const hash of phoneHashes(keys, phone)) phoneOf.set(hash.toString('hex'), phone)
    }
    const [row] = await sql<[{ known: boolean; anybody: boolean; erasures: [string, string | null][] }]>`
      select not exists (select 1 from phone_hash_key where mark is not null and mark <> all(${hashList(sql, keyMarks(keys))})) as known,
        exists (select 1 from suppressions where phone_hash is not null) as anybody,
        coalesce((select jsonb_agg(jsonb_build_array(encode(phone_hash, 'hex'), erased_at)) from suppressions
          where phone_hash = any(unhex(${[...phoneOf.keys()]}::text[]))), '[]') as erasures`
    if (!row.known) throw new WrongKeyError()
    if (!row.anybody) return found
    for (const [hash, erasedAt] of row.erasures)
      found.set(phoneOf.get(hash) as string, erasedAt === null ? null : new Date(erasedAt))
  }
  return found
}
