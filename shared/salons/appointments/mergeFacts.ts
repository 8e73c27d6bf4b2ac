import type { AppointmentState } from './appointment.ts'

/** What one call says about an appointment. Times are ISO 8601 in UTC with milliseconds, which sort as text. */
export interface ToldFacts {
  state: AppointmentState
  startsAt: string
  /** Null: not known. */
  bookedAt: string | null
  /** Minor units; null: not known. */
  amount: number | null
  /** When the booking system changed it; null: it does not say. */
  changedAt: string | null
  /** When the call arrived. */
  toldAt: string
}

/** What all calls say about an appointment. */
export interface AppointmentFacts extends ToldFacts {
  /** The time of the change that told the amount; null: a booking without one. */
  amountAsOf: string | null
  /** The first and last time at which it was reported as canceled, and the last at which it was not. */
  canceledFirst: string | null
  canceledLast: string | null
  liveLast: string | null
}

/** At the same time of change the further state wins, and a cancellation is the furthest. */
const rank: Record<AppointmentState, number> = { booked: 0, attended: 1, no_show: 2, canceled: 3 }

/**
 * Where a fact stands among the others: at the time of its change, else at its arrival. A booking without a time of change may
 * be a late repeat, so it stands before all.
 */
const asOf = ({ changedAt, state, toldAt }: ToldFacts): string | null =>
  changedAt ?? (state === 'booked' ? null : toldAt)

const isAfter = (a: string | null, b: string | null) => (a ?? '') > (b ?? '')

/** Adds what a call says. Facts with times of change lead to the same result in any order; an older one fills what is unknown. */
export function mergeFacts(stored: AppointmentFacts | null, told: ToldFacts): AppointmentFacts {
  const isCanceled = told.state === 'canceled'
  const at = isCanceled ? (told.changedAt ?? told.toldAt) : asOf(told)
  if (!stored)
    return {
      ...told,
      amountAsOf: told.amount === null ? null : asOf(told),
      canceledFirst: isCanceled ? at : null,
      canceledLast: isCanceled ? at : null,
      liveLast: isCanceled ? null : at,
    }
  const { state, startsAt, changedAt, toldAt } = replacesState(stored, told) ? told : stored
  const withAmount = replacesAmount(stored, told)
  return {
    ...{ state, startsAt, changedAt, toldAt },
    // A later time may be that of a move. The first booking is what was there before a text.
    bookedAt: earlier(stored.bookedAt, told.bookedAt),
    amount: withAmount ? told.amount : stored.amount,
    amountAsOf: withAmount ? asOf(told) : stored.amountAsOf,
    canceledFirst: isCanceled ? earlier(stored.canceledFirst, at) : stored.canceledFirst,
    canceledLast: isCanceled ? later(stored.canceledLast, at) : stored.canceledLast,
    liveLast: isCanceled ? stored.liveLast : later(stored.liveLast, at),
  }
}

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)
const later = (a: string | null, b: string | null) => (isAfter(b, a) ? b : a)

function replacesState(stored: AppointmentFacts, told: ToldFacts): boolean {
  if (told.changedAt === null && told.state === 'booked')
    return stored.changedAt === null && (stored.state === 'booked' || stored.startsAt !== told.startsAt)
  const [before, after] = [asOf(stored), asOf(told)]
  if (before !== after) return isAfter(after, before)
  // Without times of change, the order of the calls is all there is.
  if (told.changedAt === null || stored.changedAt === null) return told.changedAt === null
  return (
    rank[told.state] - rank[stored.state] > 0 ||
    (told.state === stored.state && told.startsAt > stored.startsAt)
  )
}

function replacesAmount(stored: AppointmentFacts, told: ToldFacts): boolean {
  if (told.amount === null || stored.amount === null) return told.amount !== null
  const after = asOf(told)
  if (after !== stored.amountAsOf) return isAfter(after, stored.amountAsOf)
  return told.changedAt === null || told.amount > stored.amount
}
