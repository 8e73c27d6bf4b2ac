const LONGEST_NAME = 64

/** What a username is compared by: compatible form, no outer spaces, small letters. */
export const loginName = (username: string) => username.normalize('NFKC').trim().toLowerCase()

/** Why a name cannot be an admin's, or null. */
export function nameFault(username: string): string | null {
  if (loginName(username) === '') return 'must not be empty'
  if (username.length > LONGEST_NAME) return `may have ${LONGEST_NAME} characters`
  // A control or a letter without width makes two names that look the same.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(username)) return 'has a character that cannot be seen'
  return null
}

/** A username as a log may tell it: people type phone numbers and passwords there. */
export function maskName(username: string): string {
  const letters = [...loginName(username)]
  return letters.length < 4 ? '…' : `${letters[0]}…${letters.at(-1)}`
}
