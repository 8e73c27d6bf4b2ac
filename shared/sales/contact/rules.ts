import { type FieldErrors, isEmail } from '../../forms.ts'

export type ContactValues = { name: string; email: string; subject: string; message: string }

/** Maximum characters per field. */
const CONTACT_MAX = { name: 200, subject: 500, message: 20_000 }

/** Rules of the contact form. Surrounding spaces are ignored. */
export function contactErrors(values: Partial<ContactValues>): FieldErrors<keyof ContactValues> {
  const errors: FieldErrors<keyof ContactValues> = {}
  const limit = (field: keyof typeof CONTACT_MAX) => {
    const most = CONTACT_MAX[field]
    if (written(field).length > most)
      errors[field] = `Please keep it to ${most.toLocaleString('en')} characters`
  }
  const written = (field: keyof ContactValues) => (values[field] ?? '').trim()
  if (!written('name')) errors.name = 'Name is required'
  if (!isEmail(written('email'))) errors.email = 'Please enter a valid email address'
  if (!written('subject')) errors.subject = 'Subject is required'
  if (written('message').length < 10) errors.message = 'Message must be at least 10 characters long'
  limit('name')
  limit('subject')
  limit('message')
  return errors
}

/** Messages that contain the text in name, email, subject or message, ignoring case. */
export function searchQueries<Query extends ContactValues>(queries: Query[], text: string): Query[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return queries
  return queries.filter(({ name, email, subject, message }) =>
    [name, email, subject, message].some((field) => field.toLowerCase().includes(wanted)),
  )
}
