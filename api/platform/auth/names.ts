import { latinSkeleton } from '@salonback/shared/lookAlikes.ts'

const MAX_LENGTH = 64

/** Normalized form for comparing usernames: NFKC, trimmed, lower case. */
export const loginName = (username: string) => username.normalize('NFKC').trim().toLowerCase()

/** The reason to reject a username, as the end of a sentence, or null. */
export function nameFault(username: string): string | null {
  if (loginName(username) === '') return 'must not be empty'
  if (username.length > MAX_LENGTH) return `may have ${MAX_LENGTH} characters`
  // With control and zero-width characters two names could look the same.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(username)) return 'has a character that cannot be seen'
  if (mixesAlphabets(username)) return 'mixes letters of different alphabets'
  if (isReserved(username)) return 'would look like the service, an owner or a client in the log'
  return null
}

/** How the audit log, visits and texts name what acts without an account. */
const actors = [
  'owner',
  'client',
  'programme',
  'system',
  'booking system',
  'command line',
  'key',
  'api key',
  'carrier',
  'connection',
  'service',
  'worker',
]

/** A name as people read it: without an article, plural, spaces and signs. */
const read = (name: string) =>
  latinSkeleton(name)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^the(?=.)/u, '')
    .replace(/s$/u, '')
// Capital I looks like l, so each has two skeletons.
const reserved = new Set([...actors, 'program'].flatMap((name) => [read(name), read(name.toUpperCase())]))
const keyNames = ['api key', 'API KEY'].map(read)

/** Whether a username is that of an actor without an account. A key is named with its own name. */
export const isReserved = (username: string) => {
  const name = read(username)
  return reserved.has(name) || keyNames.some((key) => name.startsWith(key))
}

/** Alphabets with letters that look like those of another. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

const mixesAlphabets = (username: string) =>
  alphabets.filter((letter) => letter.test(username.normalize('NFKC'))).length > 1

/** The name among `taken` that a reader could take for this one, or null. The same name is not meant. */
export function findLookAlike(username: string, taken: readonly string[]): string | null {
  const seen = latinSkeleton(username)
  const others = taken.filter((other) => loginName(other) !== loginName(username))
  return others.find((other) => latinSkeleton(other) === seen) ?? null
}

/** A username for the log, masked because people type phone numbers and passwords into that field. */
export function maskName(username: string): string {
  const letters = [...loginName(username)]
  return letters.length < 4 ? '…' : `${letters[0]}…${letters.at(-1)}`
}
