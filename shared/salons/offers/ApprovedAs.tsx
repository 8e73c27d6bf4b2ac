import './offer.css'
import type { Salon } from '../salons/contract.ts'
import { approvedOtherwise } from './approvedOtherwise.ts'
import type { Offer } from './contract.ts'

type ShownOffer = Pick<Offer, 'approvedAs' | 'text' | 'reminderText'>

/** Says what has changed at the salon since the owner approved the offer. */
export function ApprovedAs({ salon, offer }: { salon: Salon; offer: ShownOffer }) {
  const changed = approvedOtherwise(offer, salon)
  return changed && <p className="sb-break">{changed}</p>
}
