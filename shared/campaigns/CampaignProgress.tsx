import { Button } from '@blueprintjs/core'
import { Pause, Play, WarningSign } from '@blueprintjs/icons'
import { useState } from 'react'
import { count, dateTime, plural } from '../formats.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { useRead } from '../kit/data.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { useMayCall } from '../kit/MayCall.tsx'
import { useOverlayKey } from '../kit/useKeys.ts'
import { bases, type Campaign, leftOutLabels } from './contract.ts'
import { DeliveryBar, doneCount } from './DeliveryBar.tsx'
import { ExportRecipients } from './ExportRecipients.tsx'
import { NotDelivered } from './NotDelivered.tsx'
import { wasAutoPaused } from './outcome.ts'
import { StateBadge } from './StateBadge.tsx'
import { useCampaignControl } from './useCampaignControl.ts'
import { WaitStrip } from './WaitStrip.tsx'

/** Progress and result of one campaign. */
export function CampaignProgress({ id }: { id: string }) {
  const campaign = useRead('campaigns', 'get', { id }, { staleTime: 0, refetchOnMount: 'always' })
  return (
    <Loaded
      read={campaign}
      loading={{ text: 'Loading first texts...', rows: 4 }}
      failed="Error loading first texts"
    >
      {(data) => <Progress data={data} />}
    </Loaded>
  )
}

function Progress({ data }: { data: Campaign }) {
  return (
    <div className="sb-first-progress">
      <Head campaign={data} />
      <div>
        <p className="sb-first-figure">
          <span className="sb-figure">{count(doneCount(data))}</span> of {count(data.total)} done
        </p>
        <DeliveryBar counts={data} />
        <Counts campaign={data} />
        {data.leftOut > 0 && <WhyLeftOut id={data.id} />}
      </div>
      {data.state === 'paused' && data.pausedReason && (
        <p className="sb-first-strip" data-tone="amber">
          <WarningSign size={14} title={false} />
          {data.pausedReason}
        </p>
      )}
      {data.state === 'paused' && data.queued > 0 && (
        <p className="sb-first-strip">{plural(data.queued, 'text')} on hold while paused</p>
      )}
      <Waiting campaign={data} />
      <NotDelivered campaign={data} />
      <p className="sb-first-export">
        <ExportRecipients campaign={data} />
      </p>
      <section className="sb-first-said">
        <h3>What it says</h3>
        <p className="sb-bubble" data-side="mine">
          {data.template}
        </p>
      </section>
    </div>
  )
}

function Head({ campaign }: { campaign: Campaign }) {
  const { id, state, createdAt, createdBy, basis, pausedReason, queued } = campaign
  const control = useCampaignControl()
  const mayControl = useMayCall('campaigns.pause')
  const [confirming, setConfirming] = useState<'cancel' | 'resume' | null>(null)
  const why = bases.find(({ code }) => code === basis)?.label ?? basis
  const step = (name: 'pause' | 'resume' | 'cancel') => {
    if (!control.isPending) control.mutate({ id, step: name })
  }
  const pauseOrResume = () => {
    if (!mayControl) return
    if (state === 'running') step('pause')
    else if (wasAutoPaused(campaign)) setConfirming('resume')
    else if (state === 'paused') step('resume')
  }
  useOverlayKey('p', pauseOrResume)
  const open = state === 'running' || state === 'paused'
  return (
    <div className="sb-first-head">
      <StateBadge state={state} />
      <p className="sb-small sb-muted">
        {dateTime(createdAt)} · started by {createdBy} · basis: {why}
      </p>
      {open && mayControl && (
        <>
          <Button
            icon={state === 'running' ? <Pause title={false} /> : <Play title={false} />}
            endIcon={<Kbd keys="P" />}
            onClick={pauseOrResume}
          >
            {state === 'running' ? 'Pause' : wasAutoPaused(campaign) ? 'Resume...' : 'Resume'}
          </Button>
          <Button variant="minimal" intent="danger" onClick={() => setConfirming('cancel')}>
            Cancel the rest...
          </Button>
        </>
      )}
      <ConfirmStep
        action={confirming}
        queued={queued}
        reason={pausedReason}
        onCancel={() => setConfirming(null)}
        onConfirm={(name) => {
          setConfirming(null)
          step(name)
        }}
      />
    </div>
  )
}

function ConfirmStep({
  action,
  queued,
  reason,
  onCancel,
  onConfirm,
}: {
  action: 'cancel' | 'resume' | null
  queued: number
  reason: string | null
  onCancel: () => void
  onConfirm: (step: 'cancel' | 'resume') => void
}) {
  const canceling = action === 'cancel'
  return (
    <ConfirmDialog
      question={canceling ? `Cancel ${plural(queued, 'queued text')}?` : 'Resume these first texts?'}
      confirm={canceling ? 'Cancel the Rest' : 'Resume'}
      cancel={canceling ? 'Keep them' : 'Leave paused'}
      isOpen={action !== null}
      onCancel={onCancel}
      onConfirm={() => action && onConfirm(action)}
    >
      <p>{canceling ? 'They will not be sent. Texts already sent are not affected.' : reason}</p>
    </ConfirmDialog>
  )
}

const countRows: [
  state: 'delivered' | 'sent' | 'unknown' | 'failed' | 'canceled' | 'queued' | 'leftOut',
  label: string,
][] = [
  ['delivered', 'Delivered'],
  ['sent', 'Sent, no receipt yet'],
  ['unknown', 'Unknown'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
  ['queued', 'Queued'],
  ['leftOut', 'Left out'],
]

function Counts({ campaign }: { campaign: Campaign }) {
  return (
    <dl className="sb-first-counts">
      {countRows.map(([state, label]) => (
        <div key={state}>
          <dt>{label}</dt>
          <dd>
            <span data-state={state} aria-hidden="true" />
            {count(campaign[state])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Reasons why selected prospects get no text. */
function WhyLeftOut({ id }: { id: string }) {
  const { data } = useRead('campaigns', 'leftOut', { id })
  if (!data) return null
  const reasons = data.map((group) => `${count(group.count)} ${leftOutLabels[group.reason].toLowerCase()}`)
  return <p className="sb-first-left sb-small sb-muted">Left out: {reasons.join(', ')}</p>
}

/** Why queued texts wait. */
function Waiting({ campaign }: { campaign: Campaign }) {
  const control = useCampaignControl()
  const { id } = campaign
  return (
    <WaitStrip
      campaign={campaign}
      owner="recipients"
      onChangeStart={(startAt) => control.mutateAsync({ id, step: 'changeStart', startAt })}
      onSendNow={() => !control.isPending && control.mutate({ id, step: 'sendNow' })}
    />
  )
}
