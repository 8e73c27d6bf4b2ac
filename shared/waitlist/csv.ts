import { answerLabel } from './codes.ts'
import type { WaitlistResponse } from './contract.ts'
import type { Rank } from './priority.ts'

const answered = [
  ['Customers', 'customerCount'],
  ['Mobile Numbers', 'mobileNumbersCount'],
  ['Average Spend', 'avgSpend'],
  ['Marketing Consent', 'hasMarketingConsent'],
  ['Intent', 'whenToStart'],
] as const

export const header = [
  'Phone',
  'Email',
  'Rank',
  ...answered.map(([heading]) => heading),
  'Hardest Part',
  'Submitted',
]

export const responseRow = (response: WaitlistResponse & Rank) => [
  response.mobileNumber,
  response.email,
  response.rank,
  ...answered.map(([, field]) => answerLabel(field, response[field])),
  response.hardestPartText,
  response.submittedAt,
]
