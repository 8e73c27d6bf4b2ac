import { addMonths, daysBetween, LIST_DAYS } from '../salons/days.ts'
import { MAX_REQUESTS } from '../salons/todos.ts'

/** Days after the first request until the second and the third one. */
const REQUEST_DAYS = [0, 4, 9] as const
/** A client who had an offer of the salon within so many days is left out of a wave. */
export const WAVE_DAYS = 90

/** The facts that decide about the next step of a running programme. Dates are days of the salon. */
export interface ProgrammeFacts {
  today: string
  /** From 1 to 28. */
  askDay: number
  /** The day on which the programme was turned on. */
  runningFrom: string
  /** The newest month; null before the first one. */
  wave: {
    askedFor: string
    state: 'asking' | 'started' | 'skipped'
    /** Day of the first request; null before it. */
    firstAskedOn: string | null
    requests: number
  } | null
  /** Requests for a list since the first day of the month, also those of an earlier wave. */
  requestsInMonth: number
  /** The day of the newest list that no wave has used; null without one. */
  listAsOf: string | null
  /** The last day of a feed of bookings that keeps the newest list fresh; null without one. */
  feedAsOf: string | null
}

export type ProgrammeStep =
  | { kind: 'ask'; askedFor: string }
  /** `dates`: where the fresh dates come from. */
  | { kind: 'start'; askedFor: string; dates: 'list' | 'feed' }

/** The latest ask day, of this month or the month before. */
export function lastAskDay(today: string, askDay: number): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const at = new Date(Date.UTC(year, day >= askDay ? month - 1 : month - 2, askDay))
  return at.toISOString().slice(0, 10)
}

/** Asks the owner for a list, or starts a wave with it or with a feed of bookings; null: nothing today. */
export function nextStep(facts: ProgrammeFacts): ProgrammeStep | null {
  const { today, askDay, runningFrom, wave, listAsOf, feedAsOf } = facts
  const askedFor = lastAskDay(today, askDay)
  const isNew = wave === null || wave.askedFor < askedFor
  // A late list belongs to the newest month, until the next ask day.
  if (isNew && askedFor < runningFrom) return null
  if (!isNew && wave.state === 'started') return null
  const isFresh = (day: string | null) => day !== null && daysBetween(day, today) < LIST_DAYS
  if (isFresh(listAsOf)) return { kind: 'start', askedFor, dates: 'list' }
  // Another list can still start a month whose first list had no one to text.
  if (!isNew && wave.state === 'skipped') return null
  if (isFresh(feedAsOf)) return { kind: 'start', askedFor, dates: 'feed' }
  if (facts.requestsInMonth >= MAX_REQUESTS) return null
  if (isNew) return { kind: 'ask', askedFor }
  const after = REQUEST_DAYS[wave.requests]
  if (after === undefined) return null
  const isDue = wave.firstAskedOn === null || daysBetween(wave.firstAskedOn, today) >= after
  return isDue ? { kind: 'ask', askedFor: wave.askedFor } : null
}

interface NextAskDay {
  today: string
  askDay: number
  runningFrom: string
  /** The ask day of the newest wave. */
  lastAskedFor: string | undefined
}

/** The day of the next request: today if this month had none yet. */
export function nextAskDay({ today, askDay, runningFrom, lastAskedFor = '' }: NextAskDay): string {
  const last = lastAskDay(today, askDay)
  return last >= runningFrom && lastAskedFor < last ? today : addMonths(last, 1)
}
