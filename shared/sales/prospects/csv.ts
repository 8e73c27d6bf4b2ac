import { toCsv } from '../../kit/csv.ts'
import type { Prospect } from './contract.ts'

/** Headings and fields of the columns. */
const columns: [heading: string, field: keyof Prospect][] = [
  ['Name', 'name'],
  ['Category', 'category'],
  ['Country', 'country'],
  ['Phone', 'phone'],
  ['Phone Type', 'phoneType'],
  ['Address', 'address'],
  ['Rating', 'rating'],
  ['Reviews', 'reviewCount'],
  ['Employees', 'teamSize'],
  ['Contact Status', 'contactStatus'],
]

/** Prospects as CSV, in the given order. */
export const prospectsCsv = (prospects: readonly Prospect[]): string =>
  toCsv(
    columns.map(([heading]) => heading),
    prospects.map((prospect) => columns.map(([, field]) => prospect[field])),
  )
