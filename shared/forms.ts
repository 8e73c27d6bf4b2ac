/** Errors of a form: field name to the sentence shown under it. Empty means valid. */
export type FieldErrors<Field extends string = string> = { [field in Field]?: string }

// The pattern of zod's email check, copied so that public pages need no zod.
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Whether a text is an email address of at most 254 characters (RFC 5321), ignoring outer spaces. */
export function isEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= 254 && EMAIL.test(address)
}

/** Of every field for a mobile number that a person types. */
export const INVALID_MOBILE = 'Please enter a valid mobile number'
