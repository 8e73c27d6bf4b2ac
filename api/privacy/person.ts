import { formatPhone } from '@salonback/shared/phone.ts'
import type { Sql } from '../db/open.ts'

/** Somebody as far as we know them: by a number, and by addresses they gave together with it. */
export interface Person {
  /** E.164 */
  phone: string
  /** Finds the number in free text however it is spelt: POSIX regular expression over its national digits. */
  pattern: string
  emails: string[]
}

export async function findPerson(sql: Sql, phone: string): Promise<Person> {
  const pattern = patternOf(phone)
  const rows = await sql<{ email: string }[]>`
    select distinct lower(email) as email from waitlist_responses
    where email is not null and (phone = ${phone} or mobile_number ~ ${pattern})`
  return { phone, pattern, emails: rows.map(({ email }) => email) }
}

/** `+447700900123` is found as 07700 900123, (0)7700-900123, 447700900123 and inside a link. */
export function patternOf(phone: string): string {
  const [, ...national] = formatPhone(phone).split(/[ -]/)
  const digits = national.join('').replace(/\D/g, '') || phone.replace(/\D/g, '')
  return [...digits].join('[^0-9]{0,3}')
}
