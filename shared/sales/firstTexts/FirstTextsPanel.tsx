import './firstTextsPanel.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { CampaignControls } from '../../core/campaigns/CampaignControls.tsx'
import { CampaignProgress } from '../../core/campaigns/CampaignProgress.tsx'
import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { dateTime } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { campaignName } from './campaignName.ts'
import { type Campaign, isOffered } from './contract.ts'
import { questionToResume, whenDue } from './outcome.ts'
import { useFirstTextsControl } from './useFirstTextsControl.ts'

const FEW = 4

/** All campaigns with the results of their texts; active ones first. */
export function FirstTextsPanel({ className }: { className?: string }) {
  const campaigns = useRead('firstTexts', 'list')
  const [all, setAll] = useState(false)
  const { data = [] } = campaigns
  const ordered = [...data].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
  const shown = all ? ordered : ordered.slice(0, FEW)
  return (
    <Panel
      flush
      className={className}
      title="First Texts"
      aside={
        data.length > FEW && (
          <LinkButton onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `See all ${data.length}`}
          </LinkButton>
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
    <p className="sb-none-yet sb-row sb-wrap sb-muted">
      No first texts have been sent. Choose who gets one under Prospects.
      <Button onClick={() => go('prospects')}>Open Prospects</Button>
    </p>
  )
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { go } = useRoute()
  const control = useFirstTextsControl(campaign.id)
  const { state, createdAt, createdBy, pausedReason, secondText } = campaign
  return (
    <li className="sb-campaign">
      <div>
        <StateBadge state={state} />
        <p className="sb-strong">{campaignName(campaign)}</p>
        <p className="sb-small sb-muted sb-num">
          {dateTime(createdAt)} · {createdBy}
        </p>
      </div>
      <div>
        <CampaignProgress
          campaign={campaign}
          later={
            secondText && { title: 'Second text', note: whenDue(campaign, secondText), counts: secondText }
          }
          owner="recipients"
          control={control}
        />
        {state === 'paused' && pausedReason && <p className="sb-campaign-reason">{pausedReason}</p>}
      </div>
      <div className="sb-campaign-actions sb-row">
        <CampaignControls
          campaign={campaign}
          control={control}
          call="firstTexts.pause"
          canResume={isOffered(campaign.basis)}
          resuming={questionToResume(campaign)}
        />
        <LinkButton
          aria-label={`View the first texts of ${dateTime(createdAt)}`}
          onClick={() => go('prospects', { campaign: campaign.id })}
        >
          View
        </LinkButton>
      </div>
    </li>
  )
}
