const MAX_LENGTH = 64

/** What a username is compared by: compatible form, no outer spaces, small letters. */
export const loginName = (username: string) => username.normalize('NFKC').trim().toLowerCase()

/** Why a name cannot be an admin's, or null. */
export function nameFault(username: string): string | null {
  if (loginName(username) === '') return 'must not be empty'
  if (username.length > MAX_LENGTH) return `may have ${MAX_LENGTH} characters`
  // Control and zero-width characters would make two names that look the same.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(username)) return 'has a character that cannot be seen'
  return null
}

/** A username as it may be logged: people type phone numbers and passwords into that field. */
export function maskName(username: string): string {
  const letters = [...loginName(username)]
  return letters.length < 4 ? '…' : `${letters[0]}…${letters.at(-1)}`
}
