import { localDate } from '../sms/openHours.ts'
import { takesTexts } from '../sms/phone.ts'
import { type BasisFacts, basisOf, type ConsentBasis, type Salon } from './basis.ts'
import { type Cap, mayText } from './campaignCaps.ts'
import { daysBetween } from './days.ts'

export type ClientFlag = 'minor' | 'staff' | 'blocked' | 'vip' | 'deceased'

/** What we know of a client. Dates are `2026-01-31` in the salon's time zone, times ISO 8601. */
export interface ClientFacts extends BasisFacts {
  flags: readonly ClientFlag[]
  nextVisit: string | null
  /** The number opted out, with any sender. */
  optedOut: boolean
  undeliverable: boolean
  /** Last campaign text from any salon, or null. */
  lastTextAt: string | null
  /** Campaign texts from this salon in the last 12 months. */
  textsInYear: number
  /** Date of the list; null for clients who joined without one. */
  listAsOf: string | null
}

/** Every answer of `eligible` with its label, in the order of the checks. */
export const reasonLabels = {
  opted_out: 'Opted out',
  objection: 'Objected or withdrew consent',
  blocked: 'Blocked, deceased or staff',
  minor: 'Minor',
  not_mobile: 'Not a mobile number',
  undeliverable: 'Cannot be delivered',
  future_booking: 'Has a booking',
  visited_recently: 'Visited in the last 60 days',
  no_basis: 'No consent or soft opt-in',
  basis_expired: 'Soft opt-in expired',
  texted_recently: 'Texted in the last 7 days',
  yearly_cap: 'Had 4 texts in 12 months',
  list_old: 'List older than 14 days',
  eligible: 'Eligible',
} as const
export type Reason = keyof typeof reasonLabels

const reasons = Object.keys(reasonLabels) as Reason[]

/** A visit in this many days means that the client needs no reminder of the salon. */
const RECENT_VISIT_DAYS = 60
/** Older lists miss visits and bookings. */
const LIST_DAYS = 14

interface Check {
  client: ClientFacts
  today: string
  basis: ConsentBasis
  cap: Cap | null
}

const hasFlag = ({ client }: Check, ...flags: ClientFlag[]) =>
  flags.some((flag) => client.flags.includes(flag))

/** A booking that has passed since the list was made was probably kept. */
const visitsOf = ({ client }: Check) => [client.lastVisit, client.nextVisit].filter((date) => date !== null)

const applies: Record<Reason, (check: Check) => boolean> = {
  opted_out: ({ client }) => client.optedOut,
  objection: ({ basis }) => basis === 'objection',
  blocked: (check) => hasFlag(check, 'blocked', 'deceased', 'staff'),
  minor: (check) => hasFlag(check, 'minor'),
  not_mobile: ({ client }) => !takesTexts(client.phone),
  undeliverable: ({ client }) => client.undeliverable,
  // Includes today, and a "last" visit that is still to come.
  future_booking: (check) =>
    (check.client.nextVisit ?? '') >= check.today || (check.client.lastVisit ?? '') > check.today,
  visited_recently: (check) =>
    visitsOf(check).some((date) => daysBetween(date, check.today) <= RECENT_VISIT_DAYS),
  no_basis: ({ basis }) => basis === 'none',
  basis_expired: ({ basis }) => basis === 'expired',
  texted_recently: ({ cap }) => cap === 'texted_recently',
  yearly_cap: ({ cap }) => cap === 'yearly_cap',
  list_old: ({ client, today }) =>
    client.listAsOf !== null && daysBetween(client.listAsOf, today) > LIST_DAYS,
  eligible: () => true,
}

/** Whether a salon may text a client now: `eligible`, or the first reason against it. */
export function eligible(client: ClientFacts, salon: Salon, now: Date): Reason {
  const allowed = mayText({ lastTextAt: client.lastTextAt, textsInYear: client.textsInYear }, now)
  const check: Check = {
    client,
    today: localDate(salon.timeZone, now),
    basis: basisOf(client, salon, now),
    cap: allowed.ok ? null : allowed.cap,
  }
  return reasons.find((reason) => applies[reason](check)) ?? 'eligible'
}

/** Clients per reason, in the order of the checks. The counts add up to the list. */
export const waterfall = (clients: readonly ClientFacts[], salon: Salon, now: Date) =>
  countReasons(clients.map((client) => eligible(client, salon, now)))

export function countReasons(found: readonly Reason[]): Record<Reason, number> {
  const counts = Object.fromEntries(reasons.map((reason) => [reason, 0])) as Record<Reason, number>
  for (const reason of found) counts[reason]++
  return counts
}
