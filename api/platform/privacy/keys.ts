import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Env, EnvError } from '../../env.ts'
import { systemActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import { type Database, inTransaction, type Sql } from '../db/open.ts'
import { keyMarks, keysOf, type PhoneKeys, rekey } from './hash.ts'

type KeySettings = PhoneKeys & Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

/**
 * Adds the hash keys to the settings: configured ones, else those of the key file of the embedded database, created if
 * missing. Throws EnvError if a needed key is missing.
 */
export async function withPhoneKeys<E extends KeySettings>(sql: Database, env: E): Promise<E & PhoneKeys> {
  const mark = await findMark(sql)
  const keys = await givenKeys(env, mark)
  if (mark && indexOfMark(keys ?? {}, mark) < 0) throw otherKey(env)
  return { ...env, ...keys }
}

/** Whether these settings have the key of the erased numbers; true while no number has been erased. */
export async function hasKeyOfErased(sql: Sql, env: KeySettings): Promise<boolean> {
  const mark = await findMark(sql)
  return mark === null || indexOfMark(await knownKeys(env), mark) >= 0
}

const keyFile = (env: Pick<Env, 'DATA_DIR'>) => join(env.DATA_DIR, 'phone-hash-key')

/** Null with DATABASE_URL and no key: key files of two machines would differ. */
async function givenKeys(env: KeySettings, mark: Buffer | null): Promise<PhoneKeys | null> {
  const { PHONE_HASH_KEY, PHONE_HASH_KEY_PREVIOUS } = env
  if (PHONE_HASH_KEY) return { PHONE_HASH_KEY, PHONE_HASH_KEY_PREVIOUS }
  if (env.DATABASE_URL) return null
  const path = keyFile(env)
  if (!existsSync(path)) {
    // A new key would not match the numbers that were erased under the lost one.
    if (mark) throw new EnvError(`PHONE_HASH_KEY: ${path} is missing; ${keyLost}`)
    await mkdir(env.DATA_DIR, { recursive: true })
    await writeWhole(path, randomBytes(32).toString('hex'), link)
  }
  return readKeys(path)
}

/** Existing keys only, without using the database or creating a key. */
export async function knownKeys(env: KeySettings): Promise<PhoneKeys> {
  const { PHONE_HASH_KEY, PHONE_HASH_KEY_PREVIOUS } = env
  const inFile = !PHONE_HASH_KEY && !env.DATABASE_URL && existsSync(keyFile(env))
  return inFile ? readKeys(keyFile(env)) : { PHONE_HASH_KEY, PHONE_HASH_KEY_PREVIOUS }
}

/** Keys of the file, one per line, newest first. */
async function readKeys(path: string): Promise<PhoneKeys> {
  const [newest, ...previous] = (await readFile(path, 'utf8')).trim().split(/\s+/)
  if (!newest || [newest, ...previous].some((key) => !/^[0-9a-f]{64}$/.test(key))) {
    throw new EnvError(`PHONE_HASH_KEY: ${path} must contain only keys of 64 hex digits`)
  }
  return { PHONE_HASH_KEY: newest, PHONE_HASH_KEY_PREVIOUS: previous.join(',') || undefined }
}

/** Writes a file atomically and durably, mode 600. `link`: the first process wins; `rename`: replaces the file. */
async function writeWhole(path: string, text: string, publish: typeof link | typeof rename): Promise<void> {
  const fresh = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const file = await open(fresh, 'wx', 0o600)
  await file.writeFile(`${text}\n`)
  await file.sync()
  await file.close()
  await publish(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(fresh, { force: true })
  // Windows cannot sync folders.
  const folder = await open(dirname(path)).catch(() => null)
  await folder?.sync().finally(() => folder.close())
}

/** What to do without the key of the erased numbers. */
export const keyLost =
  'copy it back; if it is lost for good, "npm run admin -- rotate-key --lost" forgets which numbers were erased'

export const keyMissing = () =>
  new EnvError('PHONE_HASH_KEY: must be set before a number is erased; openssl rand -hex 32 prints one')

const otherKey = (env: KeySettings) => {
  const ours = env.PHONE_HASH_KEY ? '' : env.DATABASE_URL ? ' (it is not set)' : ` (${keyFile(env)})`
  return new EnvError(
    `PHONE_HASH_KEY: erased numbers are stored under another key${ours}; set that key, or set it as PHONE_HASH_KEY_PREVIOUS with a new one; ${keyLost}`,
  )
}

async function findMark(sql: Sql, lock = false): Promise<Buffer | null> {
  const [row] = await sql<{ mark: Buffer | null }[]>`
    select mark from phone_hash_key ${lock ? sql`for update` : sql``}`
  return row?.mark ?? null
}

const indexOfMark = (keys: PhoneKeys, mark: Buffer) => keyMarks(keys).findIndex((known) => known.equals(mark))

/** Hash of a number under the current key; the first erasure stores the mark of the key. Blocks rotations until the transaction ends. */
export async function keyInUse(sql: Sql, keys: PhoneKeys): Promise<number> {
  const marks = keyMarks(keys)
  if (marks.length === 0) throw keyMissing()
  const mark = await findMark(sql, true)
  if (mark === null) await sql`update phone_hash_key set mark = ${marks.at(-1) as Buffer}`
  const index = mark === null ? marks.length - 1 : indexOfMark(keys, mark)
  if (index < 0) throw new EnvError('PHONE_HASH_KEY: erased numbers are stored under another key')
  return index
}

/**
 * Wraps all hashes with the newest key; with a key file, creates a new key first. Processes with older keys then stop
 * sending. Returns the number of hashes.
 */
export async function rotateKey(sql: Database, env: KeySettings): Promise<number> {
  const keys = env.PHONE_HASH_KEY ? env : await addKeyToFile(sql, env)
  return inTransaction(sql, async (open) => {
    const index = await keyInUse(open, keys)
    const newer = keysOf(keys).slice(index + 1)
    const rows = await open<{ phoneHash: Buffer }[]>`
      select phone_hash from suppressions where phone_hash is not null for update`
    for (const { phoneHash } of rows) {
      const fresh = newer.reduce((hash, key) => rekey(key, hash), phoneHash)
      await open`update suppressions set phone_hash = ${fresh} where phone_hash = ${phoneHash}`
    }
    await open`update phone_hash_key set mark = ${keyMarks(keys).at(-1) as Buffer}`
    await audit(open, {
      actor: systemActor('command line'),
      action: 'privacy.rotate-key',
      detail: { numbers: rows.length },
    })
    return rows.length
  })
}

/** Deletes hashes with a lost key, because they can never match again. Returns how many. */
export async function dropHashes(sql: Database): Promise<number> {
  return inTransaction(sql, async (open) => {
    const dropped = await open`delete from suppressions where phone_hash is not null`
    await open`update phone_hash_key set mark = null`
    const detail = { numbers: dropped.count }
    await audit(open, { actor: systemActor('command line'), action: 'privacy.drop-hashes', detail })
    return dropped.count
  })
}

/** A file that already has the next key (interrupted rotation) is used unchanged. */
async function addKeyToFile(sql: Database, env: KeySettings): Promise<PhoneKeys> {
  if (env.DATABASE_URL)
    throw new EnvError('PHONE_HASH_KEY: set the new key, and PHONE_HASH_KEY_PREVIOUS to the current one')
  const keys = await readKeys(keyFile(env))
  const mark = await findMark(sql)
  if (mark && indexOfMark(keys, mark) < keyMarks(keys).length - 1) return keys
  const before = keysOf(keys).map((key) => key.toString('hex'))
  const lines = [randomBytes(32).toString('hex'), ...before.reverse()]
  await writeWhole(keyFile(env), lines.join('\n'), rename)
  return readKeys(keyFile(env))
}
