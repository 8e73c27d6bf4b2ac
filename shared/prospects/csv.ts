import type { Prospect } from './contract.ts'

export const header = [
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

export const prospectRow = (prospect: Prospect) => [
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
]
