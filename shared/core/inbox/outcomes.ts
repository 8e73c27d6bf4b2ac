import type { ReplyOutcome } from './conversation.ts'

/** What staff said about a text of a client. */
export const outcomeLabels: Record<ReplyOutcome, string> = {
  booked: 'Booked',
  not_interested: 'Not interested',
  wrong_person: 'Wrong person',
}
