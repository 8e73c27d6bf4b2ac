import './lists.css'
import { MayCall } from '../../kit/MayCall.tsx'
import { StoredClients } from '../clients/StoredClients.tsx'
import type { Salon } from '../salons/contract.ts'
import { ListReview } from './ListReview.tsx'
import { ListUpload } from './ListUpload.tsx'
import { StoredList } from './StoredList.tsx'
import { UnreadAnswers } from './UnreadAnswers.tsx'
import { useCurrentLists } from './useCurrentLists.ts'

/** Upload of a list with its preview, and the stored clients. */
export function ClientsPart({ salon }: { salon: Salon }) {
  const lists = useCurrentLists(salon.id)
  const preview = lists.data?.preview
  // Otherwise the upload would show for a moment before a list that waits.
  if (lists.isPending) return <div className="sb-panels" />
  return (
    <div className="sb-panels">
      {preview ? (
        <ListReview salon={salon} preview={preview} />
      ) : (
        <>
          {salon.state !== 'closed' && (
            <MayCall call="uploads.lists">
              <ListUpload salon={salon} />
            </MayCall>
          )}
          <StoredList salonId={salon.id} />
          <UnreadAnswers salonId={salon.id} />
          <StoredClients salon={salon} />
        </>
      )}
    </div>
  )
}
