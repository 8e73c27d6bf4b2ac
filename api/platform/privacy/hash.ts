import { createHmac, hash as oneHash } from 'node:crypto'
import type { Env } from '../../env.ts'
import type { Sql } from '../db/open.ts'

/** Hash keys of erased numbers. May be empty until someone is erased. */
export type PhoneKeys = Pick<Env, 'PHONE_HASH_KEY' | 'PHONE_HASH_KEY_PREVIOUS'>

/** Hashed to identify the key of stored hashes; never equal to a number. */
const MARK = 'phone hash key'

/** Keys as bytes, oldest first. */
export function keysOf({ PHONE_HASH_KEY, PHONE_HASH_KEY_PREVIOUS }: PhoneKeys): Buffer[] {
  const newestFirst = [PHONE_HASH_KEY, ...(PHONE_HASH_KEY_PREVIOUS?.split(',') ?? [])]
  return newestFirst.flatMap((key) => (key ? [Buffer.from(key.trim(), 'hex')] : [])).reverse()
}

/**
 * Hashes of a number under the first key and after each rotation. A new key wraps the old hash, because an erased number
 * is not stored; so every key since the first is needed.
 */
export const phoneHashes = (keys: PhoneKeys, phone: string): Buffer[] =>
  hashesUnder(keysOf(keys), phone).map((hex) => Buffer.from(hex, 'hex'))

/** The same as hex, which is three times faster. */
function hashesUnder(keys: Buffer[], phone: string): string[] {
  const hashes: string[] = []
  for (const key of keys) {
    const last = hashes.at(-1)
    // Stored hashes are made this way: another construction would not find the numbers that are erased.
    if (last === undefined) hashes.push(oneHash('sha256', Buffer.concat([key, Buffer.from(phone)]), 'hex'))
    else hashes.push(rekey(key, Buffer.from(last, 'hex')).toString('hex'))
  }
  return hashes
}

export const rekey = (key: Buffer, hash: Buffer): Buffer => createHmac('sha256', key).update(hash).digest()

export const keyMarks = (keys: PhoneKeys): Buffer[] => phoneHashes(keys, MARK)

/** Hashes as bytea[]. */
export const hashList = (sql: Sql, hashes: Buffer[]) =>
  sql`unhex(${hashes.map((hash) => hash.toString('hex'))}::text[])`

/** SQL: whether the number was erased; null if this process lacks the key. */
export const erased = (sql: Sql, keys: PhoneKeys, phone: string) =>
  sql`erased(${hashList(sql, phoneHashes(keys, phone))}, ${hashList(sql, keyMarks(keys))})`

/** This process lacks the hash key, so it cannot detect erased numbers. */
export class WrongKeyError extends Error {
  constructor() {
    super(
      'PHONE_HASH_KEY is not the current key: nothing is sent until this process starts with the current one',
    )
  }
}

/** Numbers hashed at a time, about 10 ms. */
const CHUNK = 5000

/** Erased numbers among these. Throws WrongKeyError without the key. */
export async function findErased(sql: Sql, keys: PhoneKeys, phones: string[]): Promise<Set<string>> {
  return new Set((await findErasures(sql, keys, phones)).keys())
}

/** The same with the time of the erasure; null if unknown. */
export async function findErasures(sql: Sql, keys: PhoneKeys, phones: string[]) {
  const found = new Map<string, Date | null>()
  const bytes = keysOf(keys)
  for (let at = 0; at < phones.length; at += CHUNK) {
    const phoneOf = new Map<string, string>()
    for (const phone of phones.slice(at, at + CHUNK))
      for (const hash of hashesUnder(bytes, phone)) phoneOf.set(hash, phone)
    const [{ known, erasures }] = await sql<[StoredHashes]>`
      select not exists (
          select 1 from phone_hash_key where mark is not null and mark <> all(${hashList(sql, keyMarks(keys))})) as known,
        (select coalesce(jsonb_agg(jsonb_build_array(encode(phone_hash, 'hex'), erased_at)), '[]') from suppressions
          where phone_hash = any(unhex(${[...phoneOf.keys()]}::text[]))) as erasures`
    if (!known) throw new WrongKeyError()
    for (const [hash, erasedAt] of erasures)
      found.set(phoneOf.get(hash) as string, erasedAt === null ? null : new Date(erasedAt))
  }
  return found
}

interface StoredHashes {
  /** Whether this process has the key of the stored hashes. */
  known: boolean
  erasures: [hash: string, erasedAt: string | null][]
}
