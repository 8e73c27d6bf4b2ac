import { MAX_AMOUNT } from '../visits/contract.ts'
import type { AppointmentState } from './appointment.ts'

/** An appointment that counts for a visit. */
export interface ToldAppointment {
  state: AppointmentState
  bookedAt: string | null
  startsAt: string
  /** Minor units; null: not known. */
  amount: number | null
  /** The amount counts once staff have confirmed its unit. */
  inDoubt?: boolean
  /** The system or file that told it. */
  sourceId?: string
}

/** The state of a day with several appointments is the first of these that one of them has. */
const order: readonly AppointmentState[] = ['attended', 'booked', 'no_show', 'canceled']

/**
 * Merges the appointments of a client on one day into one visit, because a day is one visit. The amounts of one source are
 * added. Several sources tell of the same visit, so their amounts are not: the least counts. Null without appointments.
 */
export function visitOf(appointments: readonly ToldAppointment[]): ToldAppointment | null {
  const sources = [...new Set(appointments.map(({ sourceId }) => sourceId))]
  const told = sources.flatMap(
    (source) => ofOneSource(appointments.filter(({ sourceId }) => sourceId === source)) ?? [],
  )
  const counted = withFirstState(told)
  const [first] = counted
  if (!first) return null
  const amounts = counted.flatMap(({ amount }) => amount ?? [])
  const isKnown = amounts.length > 0 && !withFirstState(appointments).some(({ inDoubt }) => inDoubt)
  return { ...first, ...timesOf(counted), amount: isKnown ? Math.min(...amounts) : null }
}

function ofOneSource(appointments: readonly ToldAppointment[]): ToldAppointment | null {
  const counted = withFirstState(appointments)
  const [first] = counted
  if (!first) return null
  return {
    state: first.state,
    ...timesOf(counted),
    amount: sumOf(counted.flatMap(({ amount }) => amount ?? [])),
  }
}

const withFirstState = (appointments: readonly ToldAppointment[]) => {
  const state = order.find((one) => appointments.some((told) => told.state === one))
  return appointments.filter((told) => told.state === state)
}

const timesOf = (counted: readonly ToldAppointment[]) => ({
  bookedAt: earliest(counted.flatMap(({ bookedAt }) => bookedAt ?? [])),
  startsAt: earliest(counted.map(({ startsAt }) => startsAt)) ?? '',
})

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
