import { Button } from '@blueprintjs/core'
import { Cut } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { useRoute } from '../host/routes.ts'
import { MayCall } from '../kit/MayCall.tsx'
import type { WaitlistResponse } from '../sales/waitlist/contract.ts'
import { WaitlistTab } from '../sales/waitlist/WaitlistTab.tsx'
import { countryOfNumber } from '../salons/salons/rules.ts'

// Loaded on demand: most responses do not become salons.
const SalonDialog = lazy(async () => ({
  default: (await import('../salons/salons/SalonDialog.tsx')).SalonDialog,
}))

/** The waitlist, where a response becomes a salon. */
export const WaitlistPage = () => (
  <WaitlistTab
    foot={(response) => (
      <MayCall call="salons.create">
        <CreateSalon response={response} />
      </MayCall>
    )}
  />
)

/** Makes a salon of the response, with its data about the owner. */
function CreateSalon({ response: { id, mobileNumber, email } }: { response: WaitlistResponse }) {
  const { params, set, close } = useRoute()
  const country = countryOfNumber(mobileNumber)
  return (
    <footer className="sb-response-foot">
      <Button variant="minimal" icon={<Cut title={false} />} onClick={() => set({ add: 'salon' })}>
        Create salon
      </Button>
      {params.get('add') === 'salon' && (
        <Suspense>
          <SalonDialog
            title="Create salon"
            start={{ country, ownerPhone: mobileNumber, ownerEmail: email ?? '' }}
            sourceId={id}
            onClose={() => close('add')}
          />
        </Suspense>
      )}
    </footer>
  )
}
