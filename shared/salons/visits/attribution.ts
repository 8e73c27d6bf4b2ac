import { plural } from '../../formats.ts'
import { localDate } from '../../sms/openHours.ts'
import { daysBetween, monthsBetween } from '../salons/days.ts'

/** Stored with each fee. Change it with every change of `attribute` or `feeOf`. */
export const RULE_VERSION = '2026-11-28.2'

export type VisitState = 'reported' | 'booked' | 'attended' | 'no_show' | 'canceled'
export type Service = 'treatment' | 'consultation' | 'patch_test'

/** What shows that a text led to a visit, strong to weak. A note of staff alone is no evidence. */
export const evidenceLabels = {
  link: 'Opened the booking link',
  reply: 'Answered the text',
  system: 'Confirmed by the booking system',
  list: 'Last visit moved in a newer list',
  owner: 'Confirmed by the salon',
  staff: 'Note of staff',
} as const
export type EvidenceKind = keyof typeof evidenceLabels

/** A visit of one client. Dates are `2026-01-31` in the salon's time zone. */
export interface VisitFacts {
  state: VisitState
  service: Service
  /** When it was booked, ISO 8601; null if unknown. */
  bookedAt: string | null
  /** Null if unknown. */
  visitOn: string | null
  evidence: readonly EvidenceKind[]
}

export interface OtherBooking {
  bookedAt: string
  visitOn: string
  /** Null or unset: it was not. */
  canceledAt?: string | null
}

/** What was known of the client besides the visit. */
export interface ClientHistory {
  /** When the carrier accepted each campaign text of the salon, ISO 8601. */
  texts: readonly string[]
  /** Other visits from lists and records, in any order: the day, or the time if the booking system told it, ISO 8601. */
  otherVisits: readonly string[]
  /** A fee needs an earlier visit in a list or feed. True for all stored clients. */
  needsEarlierVisit?: boolean
  /** Other appointments: when they were booked, ISO 8601, for which day, and when they were canceled. */
  otherBookings: readonly OtherBooking[]
  /** An earlier visit of this client was charged. */
  chargedBefore: boolean
  /** A dispute of the owner about a fee for this client was upheld: no fee is owed for any visit. */
  disputeUpheld?: boolean
}

/** A visit with what was known of the client besides it. */
export interface KnownVisit {
  visit: VisitFacts & { id: string }
  history: Omit<ClientHistory, 'chargedBefore'>
}

interface Salon {
  timeZone: string
  /** A booking counts within so many days after the last text. */
  attributionDays: number
}

/** Whether a fee is owed for a visit, with the reasons as sentences: those that speak for it, or the first one against. */
export interface Attribution {
  fee: boolean
  reasons: string[]
}

/** A visit in this many days before the text means that the client had not gone. The agreement names it. */
export const RECENT_VISIT_DAYS = 60

interface Case {
  visit: VisitFacts
  history: ClientHistory
  salon: Salon
  /** The last text before the booking, and its day; null without one. */
  text: { at: string; day: string } | null
  /** The day of booking; the day of the visit if unknown. */
  bookedOn: string
  visitOn: string
}

/** A visit is charged if nothing speaks against it. */
export function attribute(visit: VisitFacts, history: ClientHistory, salon: Salon): Attribution {
  const undecided = stateProblem(visit)
  if (undecided) return { fee: false, reasons: [undecided] }
  const visitOn = visit.visitOn as string
  const bookedOn = visit.bookedAt ? localDate(salon.timeZone, new Date(visit.bookedAt)) : visitOn
  const text = lastTextBefore(visit.bookedAt ?? null, visitOn, history, salon)
  const given: Case = { visit, history, salon, text, bookedOn, visitOn }
  for (const check of checks) {
    const problem = check(given)
    if (problem) return { fee: false, reasons: [problem] }
  }
  return { fee: true, reasons: reasonsFor(given) }
}

/**
 * The one visit of a client that counts: the earliest for which a fee is owed, or null. It depends on the visits alone, not on
 * the order of entry.
 */
export function countedVisit<T extends KnownVisit>(
  visits: readonly T[],
  salon: Salon,
): { visit: T['visit']; reasons: string[] } | null {
  const byDay = visits.toSorted(
    (a, b) => compare(dayOf(a.visit), dayOf(b.visit)) || compare(a.visit.id, b.visit.id),
  )
  for (const { visit, history } of byDay) {
    const { fee, reasons } = attribute(visit, { ...history, chargedBefore: false }, salon)
    if (fee) return { visit, reasons }
  }
  return null
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const dayOf = ({ visitOn }: VisitFacts) => visitOn ?? ''

function stateProblem({ state, visitOn }: VisitFacts): string | null {
  if (state === 'no_show') return 'The client did not come'
  if (state === 'canceled') return 'The visit was canceled'
  if (state !== 'attended') return 'The visit is not confirmed yet'
  return visitOn === null ? 'The day of the visit is not known' : null
}

function lastTextBefore(
  bookedAt: string | null,
  visitOn: string,
  { texts }: ClientHistory,
  { timeZone }: Salon,
): Case['text'] {
  const last = texts
    .map((text) => ({ at: new Date(text).toISOString(), day: localDate(timeZone, new Date(text)) }))
    .filter(({ at, day }) => (bookedAt ? new Date(at) < new Date(bookedAt) : day < visitOn))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1)
  return last ?? null
}

/** Each returns what speaks against a fee, or null. */
const checks: ((given: Case) => string | null)[] = [
  ({ history }) => (history.disputeUpheld ? 'A dispute about the fee was upheld' : null),
  ({ visit }) => (visit.service === 'consultation' ? 'A consultation is free of charge' : null),
  ({ visit }) => (visit.service === 'patch_test' ? 'A patch test is free of charge' : null),
  ({ history }) => (history.texts.length === 0 ? 'No text of the salon reached the carrier' : null),
  ({ text }) => (text === null ? 'Booked before the first text' : null),
  (given) => {
    const days = daysAfterText(given)
    if (days <= given.salon.attributionDays) return null
    return `Booked ${plural(days, 'day')} after the last text; the limit is ${given.salon.attributionDays}`
  },
  ({ text, visitOn }) => (text && visitOn < text.day ? 'The visit was before the text' : null),
  ({ history, text }) =>
    text && history.otherBookings.some((one) => wasInForce(one, text))
      ? 'Had a booking before the text'
      : null,
  (given) => {
    const last = lastVisitBeforeText(given)
    const days = last && given.text ? daysBetween(last, given.text.day) : Number.POSITIVE_INFINITY
    if (days === 0) return 'Was here on the day of the text, before it'
    return days <= RECENT_VISIT_DAYS ? `Was here ${plural(days, 'day')} before the text` : null
  },
  // The client can have been here on the day before.
  (given) => (given.history.needsEarlierVisit && !lastVisitBeforeText(given) ? 'Last visit not known' : null),
  ({ history }) => (history.chargedBefore ? 'An earlier visit of this client was charged' : null),
  ({ visit }) =>
    visit.evidence.every((kind) => kind === 'staff') ? 'Only a note of staff: that is no evidence' : null,
]

/** Whether the client had this booking when the text left, whatever happened to it later. */
const wasInForce = ({ bookedAt, visitOn, canceledAt }: OtherBooking, text: { at: string; day: string }) =>
  visitOn >= text.day && isEarlier(bookedAt, text.at) && !(canceledAt && !isEarlier(text.at, canceledAt))

/** Times in UTC of one form sort as text, which is much faster for hundreds of visits. */
const isEarlier = (a: string, b: string) =>
  a.length === b.length && a.endsWith('Z') && b.endsWith('Z') ? a < b : new Date(a) < new Date(b)

const daysAfterText = ({ text, bookedOn }: Case) => (text ? daysBetween(text.day, bookedOn) : 0)

const isDay = (visit: string) => visit.length === '2026-01-31'.length

/** The day of the last visit before the text. A visit on the day of the text counts if its time shows that it was earlier. */
const lastVisitBeforeText = ({ history, text, salon }: Case) =>
  history.otherVisits
    .filter((visit) => text !== null && (isDay(visit) ? visit < text.day : isEarlier(visit, text.at)))
    .map((visit) => (isDay(visit) ? visit : localDate(salon.timeZone, new Date(visit))))
    .sort()
    .at(-1)

function reasonsFor(given: Case): string[] {
  const { visit, visitOn } = given
  const days = daysAfterText(given)
  const after = days === 0 ? 'on the day of the text' : `${plural(days, 'day')} after the text`
  const last = lastVisitBeforeText(given)
  return [
    visit.bookedAt ? `Booked ${after}` : `Came ${after}`,
    ...(last ? [`Not here for ${plural(monthsBetween(last, visitOn), 'month')} before`] : []),
    ...visit.evidence.filter((kind) => kind !== 'staff').map((kind) => evidenceLabels[kind]),
  ]
}
