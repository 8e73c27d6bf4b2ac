import { toCsv } from '../../kit/csv.ts'
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

/** Prospects as CSV, in the given order. */
export function prospectsCsv(prospects: readonly Prospect[]): string {
  return toCsv(
    header,
    prospects.map((prospect) => [
      prospect.name,
      prospect.category,
      prospect.country,
      prospect.phone,
      prospect.phoneType,
      prospect.address,
      prospect.rating,
      prospect.reviewCount,
      prospect.teamSize,
      prospect.contactStatus,
    ]),
  )
}
