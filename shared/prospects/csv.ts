import { toCsv } from '../kit/csv.ts'
import type { Prospect } from './contract.ts'

const header = [
  'Name',
  'Category',
  'Country',
  'Phone',
  'Phone Type',
  'Address',
  'Rating',
  'Reviews',
  'Employees',
  'Contact Status',
]

/** Prospects as a spreadsheet file, in the order given. */
export function prospectsCsv(prospects: readonly Prospect[]): string {
  return toCsv(
    header,
    prospects.map((one) => [
      one.name,
      one.category,
      one.country,
      one.phone,
      one.phoneType,
      one.address,
      one.rating,
      one.reviewCount,
      one.teamSize,
      one.contactStatus,
    ]),
  )
}
