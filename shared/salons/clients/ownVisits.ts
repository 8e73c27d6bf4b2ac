/** An appointment in our own records. Days are `2026-01-31` in the salon's time zone. */
export interface OwnVisit {
  /** `reported`: a list or the owner says so, and it is not confirmed yet. */
  state: 'reported' | 'booked' | 'attended' | 'no_show' | 'canceled'
  /** Null: not known yet. */
  visitOn: string | null
  recordedOn: string
}

interface Visits {
  /** Of the list. */
  lastVisit: string | null
  nextVisit: string | null
  ownVisits: readonly OwnVisit[]
}

/** The day of a visit; one without a day counts from the day on which it was recorded. */
const dayOf = ({ visitOn, recordedOn }: OwnVisit) => visitOn ?? recordedOn

const inState = ({ ownVisits }: Visits, ...states: OwnVisit['state'][]) =>
  ownVisits.filter(({ state }) => states.includes(state))

const latest = (days: (string | null)[]) =>
  days
    .filter((day) => day !== null)
    .sort()
    .at(-1) ?? null

/** The last visit that is certain: from the list, or confirmed as attended. Soft opt-in counts from it. */
export const lastVisitOf = (client: Visits) =>
  latest([client.lastVisit, ...inState(client, 'attended').map(dayOf)])

/** The latest booked day, of the list or ours; it may have passed. */
export const nextVisitOf = (client: Visits) =>
  latest([client.nextVisit, ...inState(client, 'booked').map(({ visitOn }) => visitOn)])

/** Days on which the client came or was to come. Missed and canceled appointments are none. */
export const visitDays = (client: Visits) =>
  [
    client.lastVisit,
    client.nextVisit,
    ...inState(client, 'reported', 'booked', 'attended').map(dayOf),
  ].filter((day) => day !== null)

/** Whether an appointment is still to come. A booking without a day is one until it is decided. */
export function hasBooking(client: Visits, today: string): boolean {
  const bookings = inState(client, 'booked')
  return (
    visitDays(client).some((day) => day > today) ||
    client.nextVisit === today ||
    bookings.some(({ visitOn }) => visitOn === null || visitOn === today)
  )
}
