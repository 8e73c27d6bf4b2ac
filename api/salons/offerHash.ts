import { createHash } from 'node:crypto'

/** Hash over both texts, in hexadecimal. Postgres stores no NUL, so the separator is unambiguous. */
export const hashOfTexts = (text: string, reminderText: string | null) =>
  createHash('sha256')
    .update(`${text}\0${reminderText ?? ''}`)
    .digest('hex')
