import { addDays, LIST_DAYS } from './days.ts'

/** Days before a list is too old on which we ask the owner for a new one. */
export const ASK_BEFORE_DAYS = 5
/** Most texts a day. */
const MAX_PER_DAY = 1000

/** The last day on which an offer may leave to a client of a list of this day; null: no list, which does not get too old. */
export const listEndsOn = (listAsOf: string | null): string | null =>
  listAsOf === null ? null : addDays(listAsOf, LIST_DAYS)

/** The first day on which we ask the owner for a new list, if texts come after its last day. */
export const asksForListOn = (endsOn: string): string => addDays(endsOn, -ASK_BEFORE_DAYS)

/** The earlier of two last days; null: none. */
export const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

interface FittingPace {
  /** Clients by the last day on which their text may leave. */
  groups: readonly { lastDay: string; clients: number }[]
  /** The days on which texts leave, from the start on. */
  days: readonly string[]
  /** So many at most on the first day; unset: as many as on the others. */
  firstBatch?: number | undefined
}

/** The fewest texts a day with which every text leaves in time; null: no number of texts does. */
export function fittingPace({ groups, days, firstBatch = Number.POSITIVE_INFINITY }: FittingPace) {
  let clients = 0
  let pace = 1
  for (const group of groups.toSorted((one, other) => (one.lastDay < other.lastDay ? -1 : 1))) {
    clients += group.clients
    const inTime = days.filter((day) => day <= group.lastDay).length
    const even = Math.ceil(clients / inTime)
    const after = Math.ceil((clients - firstBatch) / (inTime - 1))
    pace = Math.max(pace, even <= firstBatch ? even : after)
  }
  return pace <= MAX_PER_DAY ? pace : null
}
