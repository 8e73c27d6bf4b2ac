import type { Sql } from '../db/open.ts'
import { type Prefilter, prefilter } from './prefilter.ts'
import { type NumberFinder, numberFinder } from './spelling.ts'

/** Somebody as far as we know them: by a number, and by addresses they gave together with it. */
export interface Person {
  /** E.164 */
  phone: string
  finder: NumberFinder
  prefilter: Prefilter
  /** Addresses that only they gave, and those that whoever asks says are theirs; in lower case. */
  emails: string[]
  /** Addresses that somebody with another number gave too, so that messages from them cannot be attributed. */
  sharedEmails: string[]
}

/** `emails`: addresses to count as theirs, whoever else gave them. */
export async function findPerson(sql: Sql, phone: string, emails: string[] = []): Promise<Person> {
  const finder = numberFinder(phone)
  const given = await sql<Given[]>`
    select lower(email) as email, phone, mobile_number from waitlist_responses
    where lower(email) in (
      select lower(email) from waitlist_responses where email is not null and (phone = ${phone} or phone is null))`
  const theirs = new Set(given.filter((row) => isTheirs(row, finder)).map(({ email }) => email))
  const others = new Set(given.filter((row) => !isTheirs(row, finder)).map(({ email }) => email))
  const named = emails.map((email) => email.trim().toLowerCase())
  return {
    phone,
    finder,
    prefilter: prefilter(phone),
    emails: [...new Set([...named, ...[...theirs].filter((email) => !others.has(email))])],
    sharedEmails: [...theirs].filter((email) => others.has(email) && !named.includes(email)),
  }
}

interface Given {
  email: string
  phone: string | null
  mobileNumber: string
}

/** Compares the typed number only where there is none in E.164: `07700 900123` is another number abroad. */
export const isTheirs = (row: Pick<Given, 'phone' | 'mobileNumber'>, finder: NumberFinder): boolean =>
  finder.is(row.phone ?? row.mobileNumber)
