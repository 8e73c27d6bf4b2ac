import { WarningSign } from '@blueprintjs/icons'
import { CampaignControls } from '../../core/campaigns/CampaignControls.tsx'
import type { StepCounts } from '../../core/campaigns/campaign.ts'
import { DeliveryBar, doneCount } from '../../core/campaigns/DeliveryBar.tsx'
import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import type { CampaignControl } from '../../core/campaigns/useCampaignControl.ts'
import { WaitStrip } from '../../core/campaigns/WaitStrip.tsx'
import { count, dateTime, plural } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { campaignName } from './campaignName.ts'
import { bases, type Campaign, isOffered, leftOutLabels, type SecondText } from './contract.ts'
import { ExportRecipients } from './ExportRecipients.tsx'
import { NotDelivered } from './NotDelivered.tsx'
import { questionToResume, whenDue } from './outcome.ts'
import { useFirstTextsControl } from './useFirstTextsControl.ts'

/** Progress and result of one campaign. */
export function FirstTextsProgress({ id }: { id: string }) {
  const campaign = useRead('firstTexts', 'get', { id }, { staleTime: 0, refetchOnMount: 'always' })
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

interface Controlled {
  campaign: Campaign
  control: CampaignControl
}

function Progress({ data }: { data: Campaign }) {
  const control = useFirstTextsControl(data.id)
  return (
    <>
      <Result data={data} />
      {(data.state === 'running' || data.state === 'paused') && <Foot campaign={data} control={control} />}
    </>
  )
}

/** What was sent. Parts that come and go while texts leave are at the end, so that nothing above them moves. */
function Result({ data }: { data: Campaign }) {
  return (
    <div className="sb-first-progress sb-column">
      <Head campaign={data} />
      <div>
        <Counts counts={data} />
        {data.leftOut > 0 && <WhyLeftOut id={data.id} />}
      </div>
      {data.secondText && <SecondProgress campaign={data} secondText={data.secondText} />}
      <p className="sb-flush">
        <ExportRecipients campaign={data} />
      </p>
      <section className="sb-first-said sb-column">
        <h3>What it says</h3>
        <p className="sb-bubble" data-side="mine">
          {data.template}
        </p>
        {data.secondText && (
          <>
            <p className="sb-first-later sb-muted">
              {data.secondText.afterDays} days later, if there is no answer
            </p>
            <p className="sb-bubble" data-side="mine">
              {data.secondText.template}
            </p>
          </>
        )}
      </section>
      <NotDelivered id={data.id} step="first" counts={data} />
      {data.secondText && <NotDelivered id={data.id} step="second" counts={data.secondText} />}
    </div>
  )
}

function Head({ campaign }: { campaign: Campaign }) {
  const { state, createdAt, createdBy, basis } = campaign
  const why = bases.find(({ code }) => code === basis)?.label ?? basis
  return (
    <div className="sb-first-head sb-row sb-wrap">
      <StateBadge state={state} />
      <h3>{campaignName(campaign)}</h3>
      <p className="sb-small sb-muted">
        {dateTime(createdAt)} · started by {createdBy} · basis: {why}
      </p>
    </div>
  )
}

/** Why texts wait, and the controls. */
function Foot({ campaign, control }: Controlled) {
  const { state, pausedReason, wait, secondText } = campaign
  return (
    <div className="sb-first-foot sb-row sb-medium sb-muted">
      <div className="sb-first-waits">
        {state === 'paused' && pausedReason && (
          <p className="sb-first-strip sb-row sb-medium" data-tone="amber">
            <WarningSign size={14} title={false} />
            {pausedReason}
          </p>
        )}
        {state === 'paused' && wait && (
          <p className="sb-first-strip sb-row sb-medium">
            {plural(wait.queued, 'text')} on hold while paused
          </p>
        )}
        <WaitStrip campaign={campaign} owner="recipients" control={control} />
      </div>
      <CampaignControls
        campaign={campaign}
        control={control}
        call="firstTexts.pause"
        canResume={isOffered(campaign.basis)}
        hasKey
        resuming={questionToResume(campaign)}
        canceling={{
          label: 'Cancel the rest...',
          question: cancelQuestion(wait?.queued ?? 0, secondText?.dueAt != null),
          confirm: 'Cancel the Rest',
          keep: 'Keep them',
          text: 'They will not be sent. Texts already sent are not affected.',
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

const countRows = [
  ['delivered', 'Delivered'],
  ['sent', 'Sent, no receipt yet'],
  ['unknown', 'Unknown'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
  ['queued', 'Queued'],
  ['leftOut', 'Left out'],
] as const

type CountState = (typeof countRows)[number][0]

/** Progress of the first or the second texts; `leftOut` is absent for second ones. */
function Counts({ counts }: { counts: Omit<StepCounts, 'waiting'> & { leftOut?: number } }) {
  return (
    <>
      <p className="sb-first-figure sb-num">
        <span className="sb-figure">{count(doneCount(counts))}</span> of {count(counts.total)} done
      </p>
      <DeliveryBar counts={counts} />
      <dl className="sb-first-counts sb-wrap">
        {shownRows(counts).map(([state, label, texts]) => (
          <div key={state}>
            <dt>{label}</dt>
            <dd>
              <span className="sb-delivery-dot" data-state={state} aria-hidden="true" />
              {count(texts)}
            </dd>
          </div>
        ))}
      </dl>
    </>
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
      {secondText.total > 0 && <Counts counts={secondText} />}
      {secondText.total === 0 && !due && (
        <p className="sb-small sb-muted">None was sent: every salon answered, or could not be texted.</p>
      )}
    </section>
  )
}

/** Reasons why selected prospects get no text. */
function WhyLeftOut({ id }: { id: string }) {
  const { data } = useRead('firstTexts', 'leftOut', { id })
  if (!data) return null
  const reasons = data.map((group) => `${count(group.count)} ${leftOutLabels[group.reason].toLowerCase()}`)
  return <p className="sb-first-left sb-small sb-muted">Left out: {reasons.join(', ')}</p>
}
