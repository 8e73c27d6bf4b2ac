import { withSpellingFixed } from './spelling.ts'
import { fold, words } from './wording.ts'

/** Whether the person says that the number is not the client's. */
export const saysWrongNumber = (body: string): boolean =>
  /\b(?:wrong|not the right) (?:number|no|phone|person)\b/.test(words(withSpellingFixed(fold(body))))

/**
 * Whether an opt-out in free words leaves nothing to do for the staff of a salon. One that speaks of an appointment may cancel
 * it, too.
 */
export const isSettledOptOut = (body: string): boolean =>
  saysWrongNumber(body) || !/\b(?:appointments?|appts?|bookings?|booked)\b/.test(words(fold(body)))
