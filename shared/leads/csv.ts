import type { Lead } from './contract.ts'
import { withheldLabels } from './withheld.ts'

export const header = ['Phone Number', 'Date Submitted', 'Status']

export const leadRow = ({ mobileNumber, createdAt, withheld }: Lead) => [
  mobileNumber,
  createdAt,
  withheld ? withheldLabels[withheld] : 'New Lead',
]
