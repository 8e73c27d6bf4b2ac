import { addDays } from '../salons/days.ts'

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
