import { Button } from '@blueprintjs/core'
import { Pause, Play, WarningSign } from '@blueprintjs/icons'
import { useState } from 'react'
import { DeliveryBar, doneCount } from '../../core/campaigns/DeliveryBar.tsx'
import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { WaitStrip } from '../../core/campaigns/WaitStrip.tsx'
import { count, dateTime, plural } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useRead } from '../../kit/data.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { useOverlayKey } from '../../kit/useKeys.ts'
import { bases, type Campaign, leftOutLabels, type SecondText } from './contract.ts'
import { ExportRecipients } from './ExportRecipients.tsx'
import { NotDelivered } from './NotDelivered.tsx'
import { wasAutoPaused } from './outcome.ts'
import { whenDue } from './SecondStep.tsx'
import { useCampaignControl } from './useCampaignControl.ts'

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
        <Counts counts={data} />
        {data.leftOut > 0 && <WhyLeftOut id={data.id} />}
      </div>
      {data.secondText && <SecondProgress campaign={data} secondText={data.secondText} />}
      {data.state === 'paused' && data.pausedReason && (
        <p className="sb-first-strip" data-tone="amber">
          <WarningSign size={14} title={false} />
          {data.pausedReason}
        </p>
      )}
      {data.state === 'paused' && data.wait && (
        <p className="sb-first-strip">{plural(data.wait.queued, 'text')} on hold while paused</p>
      )}
      <Waiting campaign={data} />
      <NotDelivered id={data.id} step="first" counts={data} />
      {data.secondText && <NotDelivered id={data.id} step="second" counts={data.secondText} />}
      <p className="sb-first-export">
        <ExportRecipients campaign={data} />
      </p>
      <section className="sb-first-said">
        <h3>What it says</h3>
        <p className="sb-bubble" data-side="mine">
          {data.template}
        </p>
        {data.secondText && (
          <>
            <p className="sb-first-later">{data.secondText.afterDays} days later, if there is no answer</p>
            <p className="sb-bubble" data-side="mine">
              {data.secondText.template}
            </p>
          </>
        )}
      </section>
    </div>
  )
}

function Head({ campaign }: { campaign: Campaign }) {
  const { id, state, createdAt, createdBy, basis, pausedReason, wait } = campaign
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
        queued={wait?.queued ?? 0}
        secondTo={campaign.secondText?.dueAt != null}
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

function cancelQuestion(queued: number, secondTo: boolean): string {
  if (!secondTo) return `Cancel ${plural(queued, 'queued text')}?`
  return queued > 0
    ? `Cancel ${plural(queued, 'queued text')} and the second texts?`
    : 'Cancel the second texts?'
}

function ConfirmStep({
  action,
  queued,
  secondTo,
  reason,
  onCancel,
  onConfirm,
}: {
  action: 'cancel' | 'resume' | null
  queued: number
  /** Whether second texts are still to come. */
  secondTo: boolean
  reason: string | null
  onCancel: () => void
  onConfirm: (step: 'cancel' | 'resume') => void
}) {
  const canceling = action === 'cancel'
  return (
    <ConfirmDialog
      question={canceling ? cancelQuestion(queued, secondTo) : 'Resume these first texts?'}
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

type CountState = (typeof countRows)[number][0]

/** `leftOut` is absent for second texts. */
function Counts({ counts }: { counts: Partial<Record<CountState, number>> }) {
  return (
    <dl className="sb-first-counts">
      {shownRows(counts).map(([state, label, texts]) => (
        <div key={state}>
          <dt>{label}</dt>
          <dd>
            <span data-state={state} aria-hidden="true" />
            {count(texts)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const shownRows = (counts: Partial<Record<CountState, number>>) =>
  countRows.flatMap(([state, label]) => {
    const texts = counts[state]
    return texts === undefined ? [] : [[state, label, texts] as const]
  })

/** Progress of the second text. */
function SecondProgress({ campaign, secondText }: { campaign: Campaign; secondText: SecondText }) {
  const due = whenDue(campaign, secondText)
  return (
    <section>
      <h3>Second text</h3>
      {due && <p className="sb-small sb-muted">{due}</p>}
      {secondText.total > 0 && (
        <>
          <p className="sb-first-figure">
            <span className="sb-figure">{count(doneCount(secondText))}</span> of {count(secondText.total)}{' '}
            done
          </p>
          <DeliveryBar counts={secondText} />
          <Counts counts={secondText} />
        </>
      )}
      {secondText.total === 0 && !due && (
        <p className="sb-small sb-muted">None was sent: every salon answered, or could not be texted.</p>
      )}
    </section>
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
