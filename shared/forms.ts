/** What a form's rules found wrong: field name to the sentence shown under it. Empty means valid. */
export type FieldErrors<Field extends string = string> = { [field in Field]?: string }

// The same shape zod's own email check accepts, kept here so that public pages need no zod.
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Whether a text is a plain email address, outer spaces aside; at most 254 characters (RFC 5321). */
export function isEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= 254 && EMAIL.test(address)
}
