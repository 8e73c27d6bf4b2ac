import { toCsv } from '../../kit/csv.ts'
import { answerLabel } from './codes.ts'
import type { WaitlistResponse } from './contract.ts'

const header = [
  'Mobile Number',
  'Email',
  'Customers',
  'Mobile Numbers',
  'Average Spend',
  'Marketing Consent',
  'Hardest Part',
  'When to Start',
  'Submitted',
]

/** Waitlist responses as CSV, in the given order. */
export const responsesCsv = (responses: readonly WaitlistResponse[]): string =>
  toCsv(
    header,
    responses.map((response) => [
      response.mobileNumber,
      response.email,
      answerLabel('customerCount', response.customerCount),
      answerLabel('mobileNumbersCount', response.mobileNumbersCount),
      answerLabel('avgSpend', response.avgSpend),
      answerLabel('hasMarketingConsent', response.hasMarketingConsent),
      response.hardestPartText,
      answerLabel('whenToStart', response.whenToStart),
      response.submittedAt,
    ]),
  )
