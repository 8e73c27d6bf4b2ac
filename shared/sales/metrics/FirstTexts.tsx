import { Button } from '@blueprintjs/core'
import { Pause, Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { DeliveryBar, DeliveryCounts } from '../../core/campaigns/DeliveryBar.tsx'
import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { WaitStrip } from '../../core/campaigns/WaitStrip.tsx'
import { dateTime } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useRead } from '../../kit/data.ts'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import type { Campaign } from '../firstTexts/contract.ts'
import { wasAutoPaused } from '../firstTexts/outcome.ts'
import { SecondStep } from '../firstTexts/SecondStep.tsx'
import { useCampaignControl } from '../firstTexts/useCampaignControl.ts'

const FEW = 4

/** All campaigns with the results of their texts; active ones first. */
export function FirstTexts() {
  const campaigns = useRead('campaigns', 'list')
  const [all, setAll] = useState(false)
  const { data = [] } = campaigns
  const ordered = [...data].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
  const shown = all ? ordered : ordered.slice(0, FEW)
  return (
    <Panel
      flush
      className="sb-dash-wide"
      title="First Texts"
      aside={
        data.length > FEW && (
          <Button variant="minimal" className="sb-link" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `See all ${data.length}`}
          </Button>
        )
      }
    >
      <Loaded
        read={campaigns}
        loading={{ text: 'Loading first texts...', rows: 2 }}
        failed="Error loading first texts"
        empty={{ when: isEmpty, state: <NoneYet /> }}
      >
        {() => (
          <ul className="sb-campaigns">
            {shown.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

const isOpen = ({ state }: Campaign) => state === 'running' || state === 'paused'

function NoneYet() {
  const { go } = useRoute()
  return (
    <p className="sb-none-yet">
      No first texts have been sent. Choose who gets one under Prospects.
      <Button onClick={() => go('prospects')}>Open Prospects</Button>
    </p>
  )
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { go } = useRoute()
  const control = useCampaignControl()
  const open = () => go('prospects', { campaign: campaign.id })
  return (
    <li className="sb-campaign">
      <div>
        <StateBadge state={campaign.state} />
        <p className="sb-small sb-muted sb-num">
          {dateTime(campaign.createdAt)} · {campaign.createdBy}
        </p>
      </div>
      <div>
        <DeliveryBar counts={campaign} />
        <DeliveryCounts counts={campaign} />
        <SecondStep campaign={campaign} />
        {campaign.state === 'paused' && campaign.pausedReason && (
          <p className="sb-campaign-reason">{campaign.pausedReason}</p>
        )}
        <WaitStrip
          campaign={campaign}
          owner="recipients"
          onChangeStart={(startAt) => control.mutateAsync({ id: campaign.id, step: 'changeStart', startAt })}
          onSendNow={() => !control.isPending && control.mutate({ id: campaign.id, step: 'sendNow' })}
        />
      </div>
      <div className="sb-campaign-actions">
        <Control campaign={campaign} />
        <Button
          variant="minimal"
          className="sb-link"
          aria-label={`View the first texts of ${dateTime(campaign.createdAt)}`}
          onClick={open}
        >
          View
        </Button>
      </div>
    </li>
  )
}

/** Pause or resume button. Resuming after an automatic pause asks first. */
function Control({ campaign }: { campaign: Campaign }) {
  const control = useCampaignControl()
  const mayControl = useMayCall('campaigns.pause')
  const [asking, setAsking] = useState(false)
  const step = (name: 'pause' | 'resume') => {
    if (!control.isPending) control.mutate({ id: campaign.id, step: name })
  }
  if (!mayControl) return null
  if (campaign.state === 'running') {
    return (
      <Button icon={<Pause title={false} />} onClick={() => step('pause')}>
        Pause
      </Button>
    )
  }
  if (campaign.state !== 'paused') return null
  const selfPaused = wasAutoPaused(campaign)
  return (
    <>
      <Button icon={<Play title={false} />} onClick={() => (selfPaused ? setAsking(true) : step('resume'))}>
        {selfPaused ? 'Resume...' : 'Resume'}
      </Button>
      <ConfirmDialog
        question="Resume these first texts?"
        confirm="Resume"
        cancel="Leave paused"
        isOpen={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          step('resume')
        }}
      >
        <p>{campaign.pausedReason}</p>
      </ConfirmDialog>
    </>
  )
}
