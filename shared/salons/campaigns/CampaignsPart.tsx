import './salonCampaigns.css'
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useRoute } from '../../host/routes.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { usePages } from '../../kit/usePages.ts'
import type { Salon } from '../salons/contract.ts'
import { CampaignForm } from './CampaignForm.tsx'
import { CampaignList } from './CampaignList.tsx'

/** Starting a campaign of a salon, and its campaigns with their progress. `above`: what stands over the list. */
export function CampaignsPart({ salon, above }: { salon: Salon; above?: ReactNode }) {
  const read = usePages('offers', 'list', { id: salon.id })
  return (
    <div className="sb-salon-campaigns">
      {salon.state !== 'closed' && (
        <Loaded
          read={read}
          loading={{ text: 'Loading the offer...', rows: 3 }}
          failed="Failed to load the offer"
        >
          {(offers) => {
            const approved = offers.filter(({ state }) => state === 'approved')
            const [first, ...others] = approved.filter(({ usedUp }) => !usedUp)
            return first ? (
              <MayCall call="campaigns.start" instead={<OnlyAdmins />}>
                <CampaignForm salon={salon} offers={[first, ...others]} />
              </MayCall>
            ) : (
              <NoOffer usedUp={approved.length > 0} />
            )
          }}
        </Loaded>
      )}
      <div className="sb-salon-campaigns-side">
        {above}
        <CampaignList salon={salon} />
      </div>
    </div>
  )
}

const OnlyAdmins = () => (
  <Panel title="Start a campaign">
    <p className="sb-muted">Only an admin can start a campaign.</p>
  </Panel>
)

function NoOffer({ usedUp }: { usedUp: boolean }) {
  const { set } = useRoute()
  return (
    <Panel title="Start a campaign">
      <Empty
        title={usedUp ? 'No approved offer is left.' : 'No approved offer yet.'}
        hint={
          usedUp
            ? 'The owner approved each offer for one campaign. Write a new version and ask again.'
            : 'A campaign sends a text that the owner approved.'
        }
        action={<Button onClick={() => set({ part: 'offer' })}>Open the offer</Button>}
      />
    </Panel>
  )
}
