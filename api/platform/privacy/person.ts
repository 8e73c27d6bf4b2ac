import type { Sql } from '../db/open.ts'
import { type Prefilter, prefilter } from './prefilter.ts'
import { type NumberFinder, numberFinder } from './spelling.ts'

/** A person, identified by number and by e-mail addresses given with it. */
export interface Person {
  /** E.164 */
  phone: string
  finder: NumberFinder
  prefilter: Prefilter
  /** Addresses that only this person used or that were passed in; lower case. */
  emails: string[]
  /** Addresses that another number used too, so their messages cannot be attributed. */
  sharedEmails: string[]
  /** Hashes of the number as hex, for rows that are stored without it; none unless they are passed in. */
  hashes: string[]
}

/** `emails`: addresses that count as theirs. */
export async function findPerson(
  sql: Sql,
  phone: string,
  emails: string[] = [],
  hashes: string[] = [],
): Promise<Person> {
  const finder = numberFinder(phone)
  const given = await sql<PersonRow[]>`
    with given as (
      select lower(email) as email, phone, mobile_number from waitlist_responses
      union all select lower(owner_email), owner_phone, owner_phone from salons where owner_phone is not null
    )
    select * from given where email in (select email from given where phone = ${phone} or phone is null)`
  const theirs = new Set(given.filter((row) => isTheirs(row, finder)).map(({ email }) => email))
  const others = new Set(given.filter((row) => !isTheirs(row, finder)).map(({ email }) => email))
  const named = emails.map((email) => email.trim().toLowerCase())
  return {
    phone,
    finder,
    prefilter: prefilter(phone),
    emails: [...new Set([...named, ...[...theirs].filter((email) => !others.has(email))])],
    sharedEmails: [...theirs].filter((email) => others.has(email) && !named.includes(email)),
    hashes,
  }
}

interface PersonRow {
  email: string
  phone: string | null
  mobileNumber: string
}

/** Compares the typed number only without one in E.164: `07700 900123` is another number abroad. */
export const isTheirs = (row: Pick<PersonRow, 'phone' | 'mobileNumber'>, finder: NumberFinder): boolean =>
  finder.is(row.phone ?? row.mobileNumber)
