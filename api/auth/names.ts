const MAX_LENGTH = 64

/** Normalized form for comparing usernames: NFKC, trimmed, lower case. */
export const loginName = (username: string) => username.normalize('NFKC').trim().toLowerCase()

/** The reason to reject a username, as the end of a sentence, or null. */
export function nameFault(username: string): string | null {
  if (loginName(username) === '') return 'must not be empty'
  if (username.length > MAX_LENGTH) return `may have ${MAX_LENGTH} characters`
  // With control and zero-width characters two names could look the same.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(username)) return 'has a character that cannot be seen'
  return null
}

/** A username for the log, masked because people type phone numbers and passwords into that field. */
export function maskName(username: string): string {
  const letters = [...loginName(username)]
  return letters.length < 4 ? '…' : `${letters[0]}…${letters.at(-1)}`
}
