import { MAX_AMOUNT } from '../visits/contract.ts'
import type { AppointmentState } from './appointment.ts'

/** An appointment that counts for a visit. */
export interface ToldAppointment {
  state: AppointmentState
  bookedAt: string | null
  startsAt: string
  /** Minor units; null: not known. */
  amount: number | null
}

/** The state of a day with several appointments is the first of these that one of them has. */
const order: readonly AppointmentState[] = ['attended', 'booked', 'no_show', 'canceled']

/**
 * Merges the appointments of a client on one day into one visit and adds their amounts, because a day is one visit. Null
 * without appointments.
 */
export function visitOf(appointments: readonly ToldAppointment[]): ToldAppointment | null {
  const state = order.find((one) => appointments.some((told) => told.state === one))
  if (!state) return null
  const counted = appointments.filter((told) => told.state === state)
  const amounts = counted.flatMap(({ amount }) => amount ?? [])
  return {
    state,
    bookedAt: earliest(counted.flatMap(({ bookedAt }) => bookedAt ?? [])),
    startsAt: earliest(counted.map(({ startsAt }) => startsAt)) ?? '',
    amount: sumOf(amounts),
  }
}

/** Null for more than a visit can cost: the service would reject the visit each time. */
function sumOf(amounts: readonly number[]): number | null {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return amounts.length === 0 || sum > MAX_AMOUNT ? null : sum
}

const earliest = (times: string[]) =>
  times.sort((a, b) => new Date(a).getTime() - new Date(b).getTime())[0] ?? null

interface DecidedVisit {
  state: string
  /** The booking system decided it last. */
  bySystem: boolean
}

/**
 * Whether the state from the booking system replaces that of a visit. It overrides lists and people, except that *booked*
 * does not replace a decision about a past appointment.
 */
export function replacesState(
  { state: told, startsAt }: Pick<ToldAppointment, 'state' | 'startsAt'>,
  { state, bySystem }: DecidedVisit,
  now: Date,
): boolean {
  if (told !== 'booked' || bySystem || state === 'booked') return true
  return state !== 'reported' && new Date(startsAt) > now
}
