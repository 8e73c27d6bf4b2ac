import { Button } from '@blueprintjs/core'
import { Pause, Play } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeliveryBar, DeliveryCounts, LaterStep } from '../../core/campaigns/DeliveryBar.tsx'
import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { WaitStrip } from '../../core/campaigns/WaitStrip.tsx'
import { count, dateTime, plural } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { queryKeyOf, refresh, useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { ApprovedAs } from '../offers/ApprovedAs.tsx'
import { UnknownTexts } from '../replies/UnknownTexts.tsx'
import type { Salon } from '../salons/contract.ts'
import type { SalonCampaign } from './contract.ts'

/** Campaigns of a salon with their progress, newest first. */
export function CampaignList({ salon }: { salon: Salon }) {
  const read = useRead('salonCampaigns', 'list', { id: salon.id })
  return (
    <Panel flush title="Campaigns">
      <Loaded
        read={read}
        loading={{ text: 'Loading campaigns...', rows: 3 }}
        failed="Failed to load the campaigns"
      >
        {(campaigns) => (
          <>
            {campaigns.length === 0 && <p className="sb-campaign-none sb-muted">No campaigns yet.</p>}
            <ol className="sb-campaign-list" aria-label="Campaigns">
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

interface Props {
  salonId: string
  campaign: SalonCampaign
}

function Campaign({ salon, campaign }: { salon: Salon; campaign: SalonCampaign }) {
  const salonId = salon.id
  const {
    state,
    perDay,
    reminderAfterDays,
    createdAt,
    createdBy,
    answered,
    reminder,
    leftOut,
    pausedReason,
  } = campaign
  const unknown = campaign.unknown + (reminder?.unknown ?? 0)
  return (
    <li>
      <div className="sb-campaign-head">
        <StateBadge state={state} />
        <span className="sb-small sb-muted">
          {dateTime(createdAt)} by {createdBy} · {count(perDay)} a day
          {reminderAfterDays !== null && ` · reminder after ${reminderAfterDays} days`}
        </span>
        {hasSteps(campaign) && (
          <MayCall call="salonCampaigns.pause">
            <Steps salonId={salonId} campaign={campaign} />
          </MayCall>
        )}
      </div>
      {hasSteps(campaign) && <ApprovedAs salon={salon} offer={campaign.offer} />}
      {state === 'paused' && pausedReason && <p className="sb-campaign-paused">{pausedReason}</p>}
      <DeliveryBar counts={campaign} />
      <DeliveryCounts counts={campaign} />
      {reminder && <LaterStep title="Reminder" note={null} counts={reminder} />}
      <Waiting salonId={salonId} campaign={campaign} />
      {unknown > 0 && <Unknown salonId={salonId} campaignId={campaign.id} unknown={unknown} />}
      <p className="sb-small sb-muted">
        {count(answered)} answered · {count(leftOut)} left out
      </p>
    </li>
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
      <Button variant="minimal" size="small" className="sb-link" onClick={() => setOpen(true)}>
        Resolve {plural(unknown, 'unknown text')}
      </Button>
      {open && <UnknownTexts salonId={salonId} campaignId={campaignId} onClose={() => setOpen(false)} />}
    </p>
  )
}

/** Why queued texts wait. */
function Waiting({ salonId, campaign }: Props) {
  const change = useChange(salonId, campaign)
  return (
    <WaitStrip
      campaign={campaign}
      owner="salon"
      onChangeStart={(startAt) => change.mutateAsync({ startAt })}
      onSendNow={() => change.isPending || change.mutate('sendNow')}
    />
  )
}

type Change = 'pause' | 'resume' | 'cancel' | 'sendNow' | { startAt: string | null }

/** Changes a campaign and updates the list with the reply. */
function useChange(salonId: string, { id: campaignId }: SalonCampaign, settled?: () => void) {
  const client = useQueryClient()
  return useAction({
    run: (api, step: Change) =>
      typeof step === 'string'
        ? api.salonCampaigns[step]({ id: salonId, campaignId })
        : api.salonCampaigns.changeStart({ id: salonId, campaignId, ...step }),
    done: (changed) =>
      client.setQueryData<SalonCampaign[]>(queryKeyOf('salonCampaigns', 'list', { id: salonId }), (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      ),
    settled: () => {
      settled?.()
      void refresh(client, ['salons', 'list'])
    },
    failure: { title: 'Error', fallback: 'The campaign could not be changed', showServerMessage: true },
  })
}

function Steps({ salonId, campaign }: Props) {
  const [asking, setAsking] = useState(false)
  const change = useChange(salonId, campaign, () => setAsking(false))
  const { state, wait } = campaign
  const next = state === 'running' ? 'pause' : 'resume'
  const finished = state === 'finished'
  return (
    <div className="sb-campaign-steps">
      {!finished && (
        <Button
          icon={next === 'pause' ? <Pause title={false} /> : <Play title={false} />}
          onClick={() => change.isPending || change.mutate(next)}
        >
          {next === 'pause' ? 'Pause' : 'Resume'}
        </Button>
      )}
      <Button variant="minimal" intent="danger" onClick={() => setAsking(true)}>
        {finished ? 'Cancel reminders...' : 'Cancel the rest...'}
      </Button>
      <ConfirmDialog
        question={finished ? 'Cancel the reminders of this campaign?' : 'Cancel the rest of this campaign?'}
        confirm={finished ? 'Cancel Reminders' : 'Cancel the Rest'}
        cancel="Keep it"
        isOpen={asking}
        busy={change.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => change.mutate('cancel')}
      >
        <p>
          {finished ? 'Reminders that are still to come' : plural(wait?.queued ?? 0, 'queued text')} will not
          be sent. Texts already sent are not affected.
        </p>
      </ConfirmDialog>
    </div>
  )
}
