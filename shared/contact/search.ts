import type { ContactQuery } from './contract.ts'

/** Messages that hold the text in name, email, subject or message, whatever the case (specification, section 5). */
export function searchQueries(queries: ContactQuery[], text: string): ContactQuery[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return queries
  return queries.filter(({ name, email, subject, message }) =>
    [name, email, subject, message].some((field) => field.toLowerCase().includes(wanted)),
  )
}
