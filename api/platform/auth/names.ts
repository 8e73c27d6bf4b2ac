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
  return null
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
