import type { AppointmentState } from './appointment.ts'

/** An appointment that counts for a visit. */
export interface ToldAppointment {
  state: AppointmentState
  bookedAt: string | null
  startsAt: string
  /** Minor units; null: not known. */
  amount: number | null
}

/** Of several appointments on one day the first of these states counts. */
const order: readonly AppointmentState[] = ['attended', 'booked', 'no_show', 'canceled']

/**
 * What the appointments of a client on one day say about the visit: there is one visit for each day, so amounts of two
 * appointments are added. Null without any.
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
    amount: amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) : null,
  }
}

const earliest = (times: string[]) =>
  times.sort((a, b) => new Date(a).getTime() - new Date(b).getTime())[0] ?? null

interface DecidedVisit {
  state: string
  /** The booking system decided it last. */
  bySystem: boolean
}

/**
 * Whether the state of the booking system replaces that of a visit. It knows better than a list or a person, except that
 * *booked* says nothing about an appointment that has passed and was decided.
 */
export function replacesState(
  { state: told, startsAt }: Pick<ToldAppointment, 'state' | 'startsAt'>,
  { state, bySystem }: DecidedVisit,
  now: Date,
): boolean {
  if (told !== 'booked' || bySystem || state === 'booked') return true
  return state !== 'reported' && new Date(startsAt) > now
}
