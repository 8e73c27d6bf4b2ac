import type { Salon } from '../salons/contract.ts'
import { hasLink } from './offer.ts'

interface ApprovedWords {
  approvedAs: { salonName: string; bookingUrl: string | null } | null
  text: string
  reminderText: string | null
}

/** What has changed at the salon since the owner approved the offer, as a sentence; null: nothing that shows. */
export function approvedOtherwise(
  { approvedAs, text, reminderText }: ApprovedWords,
  salon: Pick<Salon, 'name' | 'bookingUrl'>,
): string | null {
  if (!approvedAs) return null
  if (approvedAs.salonName !== salon.name)
    return `Approved as ${approvedAs.salonName}. Ask the owner to approve the new name: save a new version and send it.`
  if (approvedAs.bookingUrl === salon.bookingUrl || ![text, reminderText ?? ''].some(hasLink)) return null
  return 'Approved with another booking page. Links lead to the new page: ask the owner to approve it.'
}
