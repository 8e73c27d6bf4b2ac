import { addDays } from '../salons/days.ts'
import { isOverdue } from './dueDates.ts'
import { dayAndMonth } from './paper.ts'

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
