import type { Market } from '../../sms/markets.ts'
import { type DateOrder, numericDate } from './listDates.ts'
import { ListFault } from './listFault.ts'

/** Longer cells hold notes. */
const LONGEST_CELL = 80

/** A cell of a date column. */
export interface DateCell {
  row: number
  column: string
  value: string
}

/**
 * Finds the order of day and month in a list: what a day above 12 shows, else what the salon's country uses. Throws
 * ListFault `mixed_dates` if some dates show one order and some the other.
 */
export class DateOrderFinder {
  private dayFirst: DateCell | undefined
  private monthFirst: DateCell | undefined
  private isAmbiguous = false

  add(cell: DateCell) {
    if (cell.value.length > LONGEST_CELL) return
    const [, first, , second] = numericDate.exec(cell.value.trim()) ?? []
    if (!first) return
    this.isAmbiguous = true
    if (Number(first) > 12) this.dayFirst ??= cell
    if (Number(second) > 12) this.monthFirst ??= cell
  }

  find(country: Market): DateOrder {
    const { dayFirst, monthFirst, isAmbiguous } = this
    if (dayFirst && monthFirst) throw mixedDates(dayFirst, monthFirst)
    if (!isAmbiguous) return 'iso'
    if (dayFirst || monthFirst) return dayFirst ? 'day-first' : 'month-first'
    return country === 'US' ? 'month-first' : 'day-first'
  }
}

function mixedDates(dayFirst: DateCell, monthFirst: DateCell): ListFault {
  const later = dayFirst.row > monthFirst.row ? dayFirst : monthFirst
  return new ListFault(
    'mixed_dates',
    `The dates have two orders: ${dayFirst.value.trim()} in row ${dayFirst.row} starts with the day, ` +
      `${monthFirst.value.trim()} in row ${monthFirst.row} with the month. Export the list with one kind of date.`,
    { row: later.row, column: later.column },
  )
}
