import type { ResultStep } from './contract.ts'

export const stepLabels: Record<ResultStep, string> = {
  eligible: 'Eligible',
  texted: 'Texted',
  delivered: 'Delivered',
  answered: 'Answered',
  booked: 'Booked',
  attended: 'Attended',
  paid: 'Paid',
}

export const stepNotes: Record<ResultStep, string> = {
  eligible: 'Could be texted when the campaign started.',
  texted: 'The carrier accepted the text.',
  delivered: 'The carrier reported the text as delivered.',
  answered: 'Texted back after this campaign, and not to opt out.',
  booked: 'Have an appointment that is not canceled.',
  attended: 'Came to the appointment.',
  paid: 'A fee for the visit is on the ledger.',
}
