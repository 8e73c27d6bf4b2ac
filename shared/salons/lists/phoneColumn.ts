import type { Market } from '../../sms/markets.ts'
import { takesTexts } from '../../sms/phone.ts'
import type { ColumnFacts, ListHeader } from './columns.ts'
import { holdsOtherNumbers } from './columnWords.ts'
import { readPhone } from './listPhones.ts'

/** What a person sees of a column to choose the one with phone numbers. */
export interface DescribedColumn extends ColumnFacts {
  index: number
  name: string
  /** The first five values that are not empty and not the same. */
  values: string[]
}

/** Rows that are looked at; the facts count these. */
const ROWS = 200
/** Fewer rows of a wide list: reading a number takes up to 50 µs. */
const CELLS = 2000
const VALUES = 5
const LONGEST_VALUE = 60

export function firstRows(rows: readonly (readonly string[])[], { row, names }: ListHeader) {
  const count = Math.min(ROWS, Math.ceil(CELLS / Math.max(1, names.length)))
  return rows.slice(row, row + count)
}

/** The columns of a list with values of each. */
export function describeColumns(
  rows: readonly (readonly string[])[],
  header: ListHeader,
  country: Market,
): DescribedColumn[] {
  const data = firstRows(rows, header)
  return header.names.map((name, index) => {
    const cells = data.map((row) => (row[index] ?? '').trim()).filter(Boolean)
    return {
      index,
      name,
      values: [...new Set(cells.map((cell) => cell.slice(0, LONGEST_VALUE)))].slice(0, VALUES),
      filled: cells.length,
      numbers: cells.filter((cell) => isMobile(cell, country)).length,
    }
  })
}

/** Digits with the usual marks; other cells are not worth the time of reading a number. */
const LIKELY = /^[^\p{L}]*(?:tel:)?[^\p{L}]{7,40}(?:e\+?\d\d)?$/iu

function isMobile(cell: string, country: Market): boolean {
  if (cell.length > LONGEST_VALUE || !LIKELY.test(cell)) return false
  const reading = readPhone([cell], country)
  return 'phone' in reading && takesTexts(reading.phone)
}

/** The column with mobile numbers as values; null if there is none. A person confirms it. */
export function proposePhoneColumn(
  rows: readonly (readonly string[])[],
  header: ListHeader,
  country: Market,
): number | null {
  const data = firstRows(rows, header)
  const likely = describeColumns(rows, header, country)
    .filter(({ filled, numbers }) => numbers > 0 && numbers * 2 >= filled)
    .map((column) => ({
      ...column,
      score: column.numbers * weightOf(column.name, cellsOf(data, column.index)),
    }))
    .sort((one, other) => other.score - one.score)
  return likely[0]?.index ?? null
}

const cellsOf = (data: readonly (readonly string[])[], index: number) =>
  data.map((row) => (row[index] ?? '').trim()).filter(Boolean)

/** Numbers of cards, orders and other people are like phone numbers; heading and spelling show the difference. */
function weightOf(name: string, cells: readonly string[]): number {
  const spelled = cells.filter((cell) => /^['"=]*(?:\+|0|\(\d)|\d[\d.]*[ ()-]/.test(cell)).length
  const isCount = isSequence(cells)
  return (holdsOtherNumbers(name) ? 0.1 : 1) * (isCount ? 0.5 : 1) * (0.6 + (0.4 * spelled) / cells.length)
}

/** Ids count up by one. */
function isSequence(cells: readonly string[]): boolean {
  const steps = cells.slice(1).filter((cell, at) => Number(cell) - Number(cells[at]) === 1)
  return cells.length > 2 && steps.length >= cells.length - 2
}
