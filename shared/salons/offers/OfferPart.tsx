import './offer.css'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { usePages } from '../../kit/usePages.ts'
import type { Salon } from '../salons/contract.ts'
import { OfferForm } from './OfferForm.tsx'
import { OfferVersions } from './OfferVersions.tsx'

/** The text of a salon's campaigns: writing it, and its versions. */
export function OfferPart({ salon }: { salon: Salon }) {
  const read = usePages('offers', 'list', { id: salon.id })
  return (
    <Loaded read={read} loading={{ text: 'Loading the offer...', rows: 4 }} failed="Failed to load the offer">
      {(offers) => (
        <div className="sb-offer">
          {salon.state !== 'closed' && (
            <MayCall
              call="offers.create"
              instead={<p className="sb-muted">Only an admin can write an offer.</p>}
            >
              <OfferForm key={offers[0]?.id} salon={salon} latest={offers[0]} />
            </MayCall>
          )}
          <OfferVersions salon={salon} offers={offers} more={read.more} />
        </div>
      )}
    </Loaded>
  )
}
