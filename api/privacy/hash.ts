import { createHmac, hash as oneHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
export const phoneHashes = (keys: PhoneKeys, phone: string): Buffer[] =>
  hashesUnder(keysOf(keys), phone).map((hex) => Buffer.from(hex, 'hex'))

/** The same as hex, which takes a third of the time. */
function hashesUnder(keys: Buffer[], phone: string): string[] {
  const hashes: string[] = []
  for (const key of keys) {
    const last = hashes.at(-1)
    // The first is what earlier releases stored: another construction would lose every suppression they kept.
    if (last === undefined) hashes.push(oneHash('sha256', Buffer.concat([key, Buffer.from(phone)]), 'hex'))
    else hashes.push(rekey(key, Buffer.from(last, 'hex')).toString('hex'))
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
/** Hashes that are read at once; about ten milliseconds of work. */
const MAX_READ = 10_000

/** Those of the numbers whose owners were erased. Throws WrongKeyError when that cannot be told. */
export async function findErased(sql: Sql, keys: PhoneKeys, phones: string[]): Promise<Set<string>> {
  return new Set((await findErasures(sql, keys, phones)).keys())
}

/** The same, each with the moment of its erasure; null where that was not kept. */
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

/** By number, or by hash as hex. */
type Erasures = Map<string, Date | null>

/** What Postgres tells of hashes, and whether this process has their key. */
interface Told {
  known: boolean
  erasures: [hash: string, at: string | null][]
}

const isKnown = (sql: Sql, keys: PhoneKeys) =>
  sql`not exists (select 1 from phone_hash_key where mark is not null and mark <> all(${hashList(sql, keyMarks(keys))}))`

const listed = (sql: Sql) =>
  sql`coalesce(jsonb_agg(jsonb_build_array(encode(phone_hash, 'hex'), erased_at)), '[]')`

function readTold({ known, erasures }: Told): Erasures {
  if (!known) throw new WrongKeyError()
  return new Map(erasures.map(([hash, at]) => [hash, at === null ? null : new Date(at)]))
}

/** Those of the numbers that one of the hashes is of, in a turn of its own. */
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
  const [told] = await sql<[Told]>`
    select ${isKnown(sql, keys)} as known, (select ${listed(sql)} from suppressions
      where phone_hash = any(unhex(${[...phoneOf.keys()]}::text[]))) as erasures`
  return new Map([...readTold(told)].map(([hash, at]) => [phoneOf.get(hash) as string, at]))
}

/**
 * Every hash, where there are at most so many, else null. Far fewer people are erased than are texted at once: to ask for
 * a hundred thousand numbers takes two hundred statements.
 */
async function readErasures(sql: Sql, keys: PhoneKeys, most: number): Promise<Erasures | null> {
  const [told] = await sql<[Told]>`
    select ${isKnown(sql, keys)} as known, (select ${listed(sql)} from (
      select phone_hash, erased_at from suppressions where phone_hash is not null limit ${most + 1}) hashes) as erasures`
  const erasures = readTold(told)
  return erasures.size > most ? null : erasures
}
