import type { ReplyOutcome } from '../../core/inbox/conversation.ts'
import { localDate } from '../../sms/openHours.ts'
import { takesTexts } from '../../sms/phone.ts'
import { daysBetween, LIST_DAYS } from '../salons/days.ts'
import { type BasisFacts, basisOf, type ConsentBasis, lastJoined, type Salon } from './basis.ts'
import { type Cap, mayText } from './campaignCaps.ts'
import { hasBooking, lastVisitOf, type OwnVisit, visitDays } from './ownVisits.ts'

export { LIST_DAYS }

export type ClientFlag = 'minor' | 'staff' | 'blocked' | 'vip' | 'deceased'

/** What we know of a client. Dates are `2026-01-31` in the salon's time zone, times ISO 8601. */
export interface ClientFacts extends BasisFacts {
  flags: readonly ClientFlag[]
  /** Of the list. */
  nextVisit: string | null
  /** Appointments at this salon in our own records. */
  ownVisits: readonly OwnVisit[]
  /** When the client last texted the salon with each outcome. */
  outcomes: Readonly<Partial<Record<ReplyOutcome, string>>>
  /** When the offer in question was first texted to the client; null: never, or no offer is in question. */
  offeredAt: string | null
  /** The person asked to be erased. */
  erased: boolean
  /** An answer about texts that cannot be read, until staff decide what it means. */
  undecidedAnswer?: string | null
  /** The number opted out, with any sender. */
  optedOut: boolean
  undeliverable: boolean
  /** A text of the number, to any sender of ours, has no answer yet. */
  unanswered: boolean
  /** Last campaign text from any salon, or null. */
  lastTextAt: string | null
  /** Campaign texts from this salon in the last 12 months. */
  textsInYear: number
  /** A campaign of this salon will text the client, or may still remind the client. */
  inCampaign?: boolean
  /** A campaign of this salon keeps the client aside. */
  keptAside?: boolean
  /** The turn of the client comes after the last day that the offer names. Only a campaign knows. */
  afterLastDay?: boolean
  /** Had an offer of this salon in the last 90 days. Only waves of a programme ask. */
  offeredLately?: boolean
  /** The campaign is for other clients. Only its audience asks. */
  notChosen?: boolean
  /** Date of the list; null for clients who joined without one. */
  listAsOf: string | null
}

/** Every answer of `eligible` with its label, in the order of the checks. */
export const reasonLabels = {
  erased: 'Erased on request',
  opted_out: 'Opted out',
  wrong_person: 'Wrong person',
  objection: 'Objected or withdrew consent',
  undecided_answer: 'Answer about texts not understood',
  blocked: 'Blocked, deceased or staff',
  minor: 'Minor',
  not_mobile: 'Not a mobile number',
  undeliverable: 'Cannot be delivered',
  future_booking: 'Has a booking',
  visited_recently: 'Visited in the last 60 days',
  not_interested: 'Not interested',
  wrote_to_us: 'Wrote to us',
  no_basis: 'No consent or soft opt-in',
  basis_expired: 'Soft opt-in expired',
  unknown_last_visit: 'Last visit not known',
  texted_recently: 'Texted in the last 7 days',
  yearly_cap: 'Had 4 texts in 12 months',
  in_campaign: 'In a campaign already',
  kept_aside: 'Kept aside to measure the effect',
  not_chosen: 'Not in the chosen audience',
  offered_lately: 'Had an offer in the last 90 days',
  after_last_day: 'After the last day of the offer',
  list_old: 'List older than 14 days',
  eligible: 'Eligible',
} as const
export type Reason = keyof typeof reasonLabels

const reasons = Object.keys(reasonLabels) as Reason[]

/** A visit in this many days means that the client needs no reminder of the salon. */
const RECENT_VISIT_DAYS = 60
/** Days after *not interested* without any offer of the salon. The refused offer never comes again. */
const NOT_INTERESTED_DAYS = 90
const DAY_MS = 24 * 3_600_000

interface Check {
  client: ClientFacts
  salon: Salon
  now: Date
  today: string
  basis: ConsentBasis
  cap: Cap | null
}

const hasFlag = ({ client }: Check, ...flags: ClientFlag[]) =>
  flags.some((flag) => client.flags.includes(flag))

const isAfter = (time: string | null | undefined, at: string) =>
  time !== null && time !== undefined && new Date(time) > new Date(at)

/** The number is another person's, who may join. */
function isWrongPerson({ client }: Check): boolean {
  const at = client.outcomes.wrong_person
  return at !== undefined && !isAfter(lastJoined(client.consent), at)
}

/** A later booking or consent of the client lifts it. */
function isNotInterested({ client, now }: Check): boolean {
  const { not_interested: at, booked } = client.outcomes
  if (at === undefined || isAfter(booked, at) || isAfter(lastJoined(client.consent), at)) return false
  const refusedThis = client.offeredAt !== null && !isAfter(client.offeredAt, at)
  return refusedThis || now.getTime() - new Date(at).getTime() < NOT_INTERESTED_DAYS * DAY_MS
}

const applies: Record<Reason, (check: Check) => boolean> = {
  erased: ({ client }) => client.erased,
  opted_out: ({ client }) => client.optedOut,
  wrong_person: isWrongPerson,
  objection: ({ basis }) => basis === 'objection',
  undecided_answer: ({ client }) => client.undecidedAnswer != null,
  blocked: (check) => hasFlag(check, 'blocked', 'deceased', 'staff'),
  minor: (check) => hasFlag(check, 'minor'),
  not_mobile: ({ client }) => !takesTexts(client.phone),
  undeliverable: ({ client }) => client.undeliverable,
  future_booking: ({ client, today }) => hasBooking(client, today),
  // A booking that has passed was probably kept.
  visited_recently: ({ client, today }) =>
    visitDays(client).some((day) => daysBetween(day, today) <= RECENT_VISIT_DAYS),
  not_interested: isNotInterested,
  wrote_to_us: ({ client }) => client.unanswered,
  no_basis: ({ basis }) => basis === 'none',
  basis_expired: ({ basis }) => basis === 'expired',
  unknown_last_visit: ({ client, basis, salon }) =>
    lastVisitOf(client) === null && !(basis === 'written_consent' && salon.textsUnknownVisits),
  texted_recently: ({ cap }) => cap === 'texted_recently',
  yearly_cap: ({ cap }) => cap === 'yearly_cap',
  in_campaign: ({ client }) => client.inCampaign === true,
  kept_aside: ({ client }) => client.keptAside === true,
  not_chosen: ({ client }) => client.notChosen === true,
  offered_lately: ({ client }) => client.offeredLately === true,
  after_last_day: ({ client }) => client.afterLastDay === true,
  list_old: ({ client, today }) =>
    client.listAsOf !== null && daysBetween(client.listAsOf, today) > LIST_DAYS,
  eligible: () => true,
}

/** Whether a salon may text a client now: `eligible`, or the first reason against it. */
export function eligible(client: ClientFacts, salon: Salon, now: Date): Reason {
  const allowed = mayText({ lastTextAt: client.lastTextAt, textsInYear: client.textsInYear }, now)
  const today = localDate(salon.timeZone, now)
  const check: Check = {
    client,
    salon,
    now,
    today,
    // Without a known last visit that is the reason, not the soft opt-in that would last from it.
    basis: basisOf({ ...client, lastVisit: lastVisitOf(client) ?? today }, salon, now),
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
