import { Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { CampaignControls } from '../../core/campaigns/CampaignControls.tsx'
import { CampaignProgress } from '../../core/campaigns/CampaignProgress.tsx'
import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { useCampaignControl } from '../../core/campaigns/useCampaignControl.ts'
import { count, dateTime, formatDay, plural, pluralForm } from '../../formats.ts'
import { queryKeyOf, useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { ApprovedAs } from '../offers/ApprovedAs.tsx'
import { UnknownTexts } from '../replies/UnknownTexts.tsx'
import type { Salon } from '../salons/contract.ts'
import { asksForListOn } from '../salons/lastDays.ts'
import { firstNameOf } from '../salons/rules.ts'
import type { SalonCampaign } from './contract.ts'

/** Campaigns of a salon with their progress, newest first. */
export function CampaignList({ salon }: { salon: Salon }) {
  const read = useRead('campaigns', 'list', { id: salon.id })
  return (
    <Panel flush title="Campaigns">
      <Loaded
        read={read}
        loading={{ text: 'Loading campaigns...', rows: 3 }}
        failed="Failed to load the campaigns"
      >
        {(campaigns) => (
          <>
            {campaigns.length === 0 && <p className="sb-none sb-muted">No campaigns yet.</p>}
            <ol className="sb-plain sb-campaign-list" aria-label="Campaigns">
              {campaigns.map((campaign) => (
                <Campaign key={campaign.id} salon={salon} campaign={campaign} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Campaign({ salon, campaign }: { salon: Salon; campaign: SalonCampaign }) {
  const control = useSalonCampaignControl(salon.id, campaign.id)
  const { state, firstBatch, reminderAfterDays, keptAside, reminder, pausedReason, texts, endsOn } = campaign
  const unknown = campaign.unknown + (reminder?.unknown ?? 0)
  return (
    <li>
      <div className="sb-campaign-head sb-row sb-wrap">
        <StateBadge state={state} />
        <span className="sb-small sb-muted">
          {dateTime(campaign.createdAt)} by {campaign.createdBy} · {count(campaign.perDay)} a day
          {firstBatch !== null && ` · ${count(firstBatch)} first`}
          {keptAside > 0 && ` · ${keptAside}% kept aside`}
          {reminderAfterDays !== null && ` · reminder after ${reminderAfterDays} days`}
          {endsOn !== null && ` · ends on ${formatDay(endsOn)}`}
        </span>
        {hasSteps(campaign) && (
          <div className="sb-campaign-steps sb-wrap">
            <CampaignControls
              campaign={campaign}
              control={control}
              call="campaigns.pause"
              canceling={state === 'finished' ? cancelReminders : cancelRest(campaign)}
            />
          </div>
        )}
      </div>
      {hasSteps(campaign) &&
        (texts.length > 0 ? (
          texts.map((text) => <ApprovedAs key={text.version} salon={salon} offer={text} />)
        ) : (
          <ApprovedAs salon={salon} offer={campaign.offer} />
        ))}
      {(state === 'paused' || state === 'canceled') && pausedReason && (
        <p className="sb-campaign-paused">{pausedReason}</p>
      )}
      <Late owner={firstNameOf(salon.ownerName)} campaign={campaign} />
      <CampaignProgress
        campaign={campaign}
        later={reminder && { title: 'Reminder', note: null, counts: reminder }}
        owner="salon"
        control={control}
      />
      {unknown > 0 && <Unknown salonId={salon.id} campaignId={campaign.id} unknown={unknown} />}
      {texts.map(({ version, clients, sent, answered }) => (
        <p key={version} className="sb-small">
          Version {version}: {count(sent)} of {plural(clients, 'text')} sent, {count(answered)} answered
        </p>
      ))}
      {campaign.unsent.length > 0 && (
        <p className="sb-small" role="note" aria-label="Texts that did not leave">
          Did not leave: {campaign.unsent.map(({ reason, texts: n }) => `${count(n)} · ${reason}`).join(', ')}
        </p>
      )}
      <p className="sb-small sb-muted">
        {count(campaign.answered)} answered · {count(campaign.leftOut)} left out
      </p>
    </li>
  )
}

/** Texts that leave only with a new list, with the day of the request to the owner. */
function Late({ owner, campaign: { late } }: { owner: string; campaign: SalonCampaign }) {
  if (late === null) return null
  const asked = late.askedAt
    ? `We asked ${owner} for one on ${dateTime(late.askedAt)}.`
    : `We ask ${owner} for one on ${formatDay(asksForListOn(late.listEndsOn))}.`
  return (
    <Callout intent="warning" compact>
      {plural(late.texts, 'text')} {pluralForm(late.texts, 'comes', 'come')} after the list is too old, on{' '}
      {formatDay(late.listEndsOn)}: {pluralForm(late.texts, 'it leaves', 'they leave')} only with a new list.{' '}
      {asked}
    </Callout>
  )
}

/** A finished campaign may still send its reminders. */
const hasSteps = ({ state, reminderAfterDays }: SalonCampaign) =>
  state === 'running' || state === 'paused' || (state === 'finished' && reminderAfterDays !== null)

/** Opens the texts with unknown outcome. */
function Unknown({ salonId, campaignId, unknown }: { salonId: string; campaignId: string; unknown: number }) {
  const [open, setOpen] = useState(false)
  return (
    <p>
      <LinkButton size="small" onClick={() => setOpen(true)}>
        Resolve {plural(unknown, 'unknown text')}
      </LinkButton>
      {open && <UnknownTexts salonId={salonId} campaignId={campaignId} onClose={() => setOpen(false)} />}
    </p>
  )
}

/** Changes a campaign of a salon. */
function useSalonCampaignControl(salonId: string, campaignId: string) {
  return useCampaignControl({
    calls: (api) => api.campaigns,
    one: { id: salonId, campaignId },
    list: queryKeyOf('campaigns', 'list', { id: salonId }),
    refreshes: [
      ['campaigns', 'list'],
      ['salons', 'list'],
    ],
  })
}

const cancelRest = (campaign: SalonCampaign) => ({
  label: 'Cancel the rest...',
  question: 'Cancel the rest of this campaign?',
  confirm: 'Cancel the Rest',
  keep: 'Keep it',
  text: `${plural(campaign.wait?.queued ?? 0, 'queued text')} will not be sent. Texts already sent are not affected.`,
})

const cancelReminders = {
  label: 'Cancel reminders...',
  question: 'Cancel the reminders of this campaign?',
  confirm: 'Cancel Reminders',
  keep: 'Keep it',
  text: 'Reminders that are still to come will not be sent. Texts already sent are not affected.',
}
