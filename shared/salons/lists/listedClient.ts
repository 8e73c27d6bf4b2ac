import type { ClientFlag } from '../clients/eligible.ts'
import type { ListedConsent } from './listValues.ts'

/** All that is kept of a row. Notes, addresses, birthdays, e-mail and cards are not. */
export interface ListedClient {
  /** E.164, also of landlines. */
  phone: string
  firstName: string | null
  /** `YYYY-MM-DD` */
  lastVisit: string | null
  nextVisit: string | null
  visits: number | null
  flags: ClientFlag[]
  consent: ListedConsent
  /** The cell that says so, at most 100 characters, if consent is `yes` or `unread`. */
  consentValue: string | null
  /** Counted from 1, as spreadsheets show it; the first one of a client with several rows. */
  row: number
}

/** A row with the number of an earlier row. */
export interface MergedRow {
  /** The client as this row has it. */
  client: ListedClient
  /** The earlier row. */
  into: number
}

/**
 * Two rows of one client: the newest last visit, the latest next visit, the most visits, all flags. An objection on any row
 * wins, then a value that staff must decide, then consent.
 */
export const mergeClients = (one: ListedClient, other: ListedClient): ListedClient => ({
  phone: one.phone,
  firstName: one.firstName ?? other.firstName,
  lastVisit: greater(one.lastVisit, other.lastVisit),
  nextVisit: greater(one.nextVisit, other.nextVisit),
  visits: greater(one.visits, other.visits),
  flags: [...new Set([...one.flags, ...other.flags])].sort(),
  ...strictest(one, other),
  row: one.row,
})

/** The client with a last visit after the day of the list as a booking to come: some systems write it so. */
export const withoutFutureVisit = (client: ListedClient, asOf: string): ListedClient => {
  const { lastVisit, nextVisit } = client
  if (lastVisit === null || lastVisit <= asOf) return client
  return { ...client, lastVisit: null, nextVisit: greater(lastVisit, nextVisit) }
}

function greater<T extends string | number>(one: T | null, other: T | null): T | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

const strictness: readonly ListedConsent[] = ['unknown', 'yes', 'unread', 'no']

function strictest(one: ListedClient, other: ListedClient) {
  const isOther = strictness.indexOf(other.consent) > strictness.indexOf(one.consent)
  const { consent, consentValue } = isOther ? other : one
  return { consent, consentValue }
}
