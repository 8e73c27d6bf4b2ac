import { formatDay, money } from '../../formats.ts'
import { addDays } from '../salons/days.ts'
import { dayAndMonth } from './paper.ts'

/** The last day to pay a statement. Days are those of the salon. */
export const dueOnOf = (issuedOn: string, paymentDays: number): string => addDays(issuedOn, paymentDays)

/** Overdue from the day after the last one to pay. Statements without such a day never are. */
export const isOverdue = (
  { dueOn, outstanding }: { dueOn: string | null; outstanding: number },
  today: string,
): boolean => outstanding > 0 && dueOn !== null && today > dueOn

/** A fee on a statement can be disputed up to the last day to pay it, `dueOn`. */
export const mayDispute = (dueOn: string | null, today: string): boolean => dueOn !== null && today <= dueOn

interface PeriodOf {
  /** The last day of the period of the statement before; null: it is the first. */
  before: string | null
  /** Days of the visits on the statement. */
  visits: readonly (string | null)[]
  issuedOn: string
}

/**
 * The days that a statement is about: from the day after the last period, or from the first visit, up to its own day. A
 * second statement on the same day is about that day.
 */
export function periodOf({ before, visits, issuedOn }: PeriodOf): { from: string; to: string } {
  const days = visits.filter((day) => day !== null).sort()
  const from = before === null ? (days[0] ?? issuedOn) : addDays(before, 1)
  return { from: from < issuedOn ? from : issuedOn, to: issuedOn }
}

/** Most reminders for one statement. */
export const MAX_REMINDERS = 2
/** Days between two reminders, so that the owner has time to pay. */
export const REMINDER_DAYS = 7

interface Reminded {
  dueOn: string | null
  outstanding: number
  /** Days on which reminders were sent, oldest first. */
  sentOn: readonly string[]
  /** The owner disputes a fee on it. */
  disputed?: boolean
}

/** Why no reminder can be sent on this day; null if it can. Days are those of the salon. */
export function noReminderReason(statement: Reminded, today: string): string | null {
  const { dueOn, outstanding, sentOn, disputed = false } = statement
  if (outstanding <= 0) return 'It is paid'
  if (disputed) return 'A fee on it is disputed: please decide first'
  if (!isOverdue({ dueOn, outstanding }, today)) return 'It is not overdue'
  if (sentOn.length >= MAX_REMINDERS) return 'Two reminders were sent: please call the owner'
  const last = sentOn.at(-1)
  const next = last === undefined ? null : addDays(last, REMINDER_DAYS)
  return next !== null && today < next ? `The next one can be sent on ${dayAndMonth(next)}` : null
}

/** A salon's entries on no statement, in minor units. */
export interface Unbilled {
  currency: string
  /** Number of entries that can go on a statement now; `payable` is their sum with VAT. */
  entries: number
  payable: number
  /** The first day on which more becomes payable; null if nothing waits. */
  laterFrom: string | null
  disputed: number
}

/** Why a salon gets no statement now; null if it gets one. */
export function notIssuedReason(unbilled: Unbilled): string | null {
  const { currency, entries, payable, laterFrom, disputed } = unbilled
  if (entries > 0 && payable > 0) return null
  if (payable < 0) return `We owe ${money(-payable, currency)}: it is taken off the next fees`
  if (entries > 0) return 'Fees and reversals add up to nothing'
  if (laterFrom !== null) return `Nothing is payable before ${formatDay(laterFrom)}`
  return disputed === 0 ? 'Nothing is owed' : 'The only fee is disputed'
}
