import { localDate } from '../../sms/openHours.ts'
import type { OpenStatement } from './contract.ts'

/** Days overdue from which a column begins, with its heading. */
export const ages = [
  { from: Number.NEGATIVE_INFINITY, label: 'Not overdue' },
  { from: 1, label: '1–30 days' },
  { from: 31, label: '31–60 days' },
  { from: 61, label: '61–90 days' },
  { from: 91, label: 'Over 90 days' },
] as const

const DAY_MS = 24 * 3_600_000

type Open = Pick<OpenStatement, 'currency' | 'dueOn' | 'outstanding' | 'timeZone'>

export interface Aged {
  currency: string
  /** Outstanding by age, as in `ages`. */
  sums: number[]
  total: number
  /** Days overdue of the oldest; 0: none is overdue. */
  oldest: number
}

/** What is outstanding, by currency and by days after the last day to pay. Days are those of the salon. */
export function agedOutstanding(statements: readonly Open[], now: Date): Aged[] {
  const byCurrency = new Map<string, Aged>()
  for (const { currency, dueOn, outstanding, timeZone } of statements) {
    const today = localDate(timeZone, now)
    const days = dueOn === null ? 0 : Math.max(0, (Date.parse(today) - Date.parse(dueOn)) / DAY_MS)
    const aged = byCurrency.get(currency) ?? { currency, sums: ages.map(() => 0), total: 0, oldest: 0 }
    const at = ages.findLastIndex(({ from }) => days >= from)
    aged.sums[at] = (aged.sums[at] ?? 0) + outstanding
    aged.total += outstanding
    aged.oldest = Math.max(aged.oldest, days)
    byCurrency.set(currency, aged)
  }
  return [...byCurrency.values()]
}
