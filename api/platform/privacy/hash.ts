import { createHmac, hash as oneHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
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

/** Numbers hashed per turn of the event loop, about 1 ms. */
const CHUNK = 500
/** Hashes per query, about 10 ms. */
const MAX_READ = 10_000

/** Erased numbers among these. Throws WrongKeyError without the key. */
export async function findErased(sql: Sql, keys: PhoneKeys, phones: string[]): Promise<Set<string>> {
  return new Set((await findErasures(sql, keys, phones)).keys())
}

/** The same with the time of the erasure; null if unknown. */
export async function findErasures(sql: Sql, keys: PhoneKeys, phones: string[]): Promise<Erasures> {
  if (phones.length <= CHUNK) return askErasures(sql, keys, phones)
  const all = await readErasures(sql, keys, Math.min(phones.length, MAX_READ))
  if (all?.size === 0) return all
  const found: Erasures = new Map()
  for (let at = 0; at < phones.length; at += CHUNK) {
    const chunk = phones.slice(at, at + CHUNK)
    const erased = all ? await pick(all, keys, chunk) : await askErasures(sql, keys, chunk)
    for (const [phone, erasedAt] of erased) found.set(phone, erasedAt)
  }
  return found
}

/** By number or by hash (hex). */
type Erasures = Map<string, Date | null>

/** Stored hashes, and whether this process has their key. */
interface StoredHashes {
  known: boolean
  erasures: [hash: string, at: string | null][]
}

const isKnown = (sql: Sql, keys: PhoneKeys) =>
  sql`not exists (select 1 from phone_hash_key where mark is not null and mark <> all(${hashList(sql, keyMarks(keys))}))`

const listed = (sql: Sql) =>
  sql`coalesce(jsonb_agg(jsonb_build_array(encode(phone_hash, 'hex'), erased_at)), '[]')`

function parseHashes({ known, erasures }: StoredHashes): Erasures {
  if (!known) throw new WrongKeyError()
  return new Map(erasures.map(([hash, at]) => [hash, at === null ? null : new Date(at)]))
}

/** Numbers with one of these hashes, in a separate turn of the event loop. */
async function pick(hashes: Erasures, keys: PhoneKeys, phones: string[]): Promise<Erasures> {
  await nextTurn()
  const bytes = keysOf(keys)
  const found: Erasures = new Map()
  for (const phone of phones) {
    const hash = hashesUnder(bytes, phone).find((hash) => hashes.has(hash))
    if (hash !== undefined) found.set(phone, hashes.get(hash) ?? null)
  }
  return found
}

async function askErasures(sql: Sql, keys: PhoneKeys, phones: string[]): Promise<Erasures> {
  if (phones.length === 0) return new Map()
  const bytes = keysOf(keys)
  const phoneOf = new Map<string, string>()
  for (const phone of phones) for (const hash of hashesUnder(bytes, phone)) phoneOf.set(hash, phone)
  const [stored] = await sql<[StoredHashes]>`
    select ${isKnown(sql, keys)} as known, (select ${listed(sql)} from suppressions
      where phone_hash = any(unhex(${[...phoneOf.keys()]}::text[]))) as erasures`
  return new Map([...parseHashes(stored)].map(([hash, at]) => [phoneOf.get(hash) as string, at]))
}

/** All hashes if there are at most `most`, else null. Reading them once is faster than querying 100,000 numbers. */
async function readErasures(sql: Sql, keys: PhoneKeys, most: number): Promise<Erasures | null> {
  const [stored] = await sql<[StoredHashes]>`
    select ${isKnown(sql, keys)} as known, (select ${listed(sql)} from (
      select phone_hash, erased_at from suppressions where phone_hash is not null limit ${most + 1}) hashes) as erasures`
  const erasures = parseHashes(stored)
  return erasures.size > most ? null : erasures
}
