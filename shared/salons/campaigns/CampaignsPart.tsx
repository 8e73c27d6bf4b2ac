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
            const once = approved.filter(({ repeatUntil }) => repeatUntil === null)
            const [first, ...others] = once.filter(({ usedUp }) => !usedUp)
            return first ? (
              <MayCall call="campaigns.start" instead={<OnlyAdmins />}>
                <CampaignForm salon={salon} offers={[first, ...others]} />
              </MayCall>
            ) : (
              <NoOffer why={once.length > 0 ? 'usedUp' : approved.length > 0 ? 'monthly' : 'none'} />
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

const noOffer = {
  none: ['No approved offer yet.', 'A campaign sends a text that the owner approved.'],
  usedUp: [
    'No approved offer is left.',
    'The owner approved each offer for one campaign. Write a new version and ask again.',
  ],
  monthly: [
    'The approved offer is for the monthly texts.',
    'They send it each month. For a campaign write a new version and ask for this time.',
  ],
} as const

function NoOffer({ why }: { why: keyof typeof noOffer }) {
  const { set } = useRoute()
  const [title, hint] = noOffer[why]
  return (
    <Panel title="Start a campaign">
      <Empty
        title={title}
        hint={hint}
        action={<Button onClick={() => set({ part: 'offer' })}>Open the offer</Button>}
      />
    </Panel>
  )
}
