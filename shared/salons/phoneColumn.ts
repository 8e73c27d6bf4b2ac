import type { Market } from '../sms/markets.ts'
import { takesTexts } from '../sms/phone.ts'
import type { ListHeader } from './columns.ts'
import { readPhone } from './listPhones.ts'

/** What a person sees of a column to choose the one with phone numbers. */
export interface DescribedColumn {
  index: number
  name: string
  /** The first five values that are not empty and not the same. */
  values: string[]
  /** How many of the first 200 rows hold what can be a mobile number. */
  numbers: number
}

const ROWS = 200
const VALUES = 5
const LONGEST_VALUE = 60

/** The columns of a list with values of each. */
export function describeColumns(
  rows: readonly (readonly string[])[],
  header: ListHeader,
  country: Market,
): DescribedColumn[] {
  const data = rows.slice(header.row, header.row + ROWS)
  return header.names.map((name, index) => {
    const cells = data.map((row) => (row[index] ?? '').trim()).filter(Boolean)
    return {
      index,
      name,
      values: [...new Set(cells.map((cell) => cell.slice(0, LONGEST_VALUE)))].slice(0, VALUES),
      numbers: cells.filter((cell) => isMobile(cell, country)).length,
    }
  })
}

function isMobile(cell: string, country: Market): boolean {
  const reading = readPhone([cell], country)
  return 'phone' in reading && takesTexts(reading.phone)
}

/** The column whose values are mobile numbers; null if there is none. A person confirms it. */
export function proposePhoneColumn(
  rows: readonly (readonly string[])[],
  header: ListHeader,
  country: Market,
): number | null {
  const [best] = describeColumns(rows, header, country)
    .filter(({ numbers }) => numbers > 0)
    .sort((one, other) => other.numbers - one.numbers)
  return best?.index ?? null
}
