import { estimateText } from '../../core/messages/cost.ts'
import { count, dateTime, plural } from '../../formats.ts'
import { FactRows } from '../../kit/FactRows.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { type Reason, reasonLabels } from '../clients/eligible.ts'
import type { SalonCampaignPreview } from './contract.ts'

interface Props {
  preview: SalonCampaignPreview
  /** Of the salon. */
  timeZone: string
  starting: boolean
  onStart: () => void
}

/** What a plan would send, with *Start*. */
export function CampaignPreview({ preview, timeZone, starting, onStart }: Props) {
  const { recipients, segments, days, firstAt, lastAt, leftOut, estimate } = preview
  const rows: [label: string, value: string][] = [
    ['Recipients', count(recipients)],
    ['Segments', count(segments)],
    ...(recipients > 0 ? [['Costs', estimateText(estimate)] as [string, string]] : []),
    ['Takes', plural(days, 'day')],
    ...(firstAt ? [['First text', `${dateTime(firstAt, timeZone)}, salon time`] as [string, string]] : []),
    ...(lastAt ? [['Last text', `${dateTime(lastAt, timeZone)}, salon time`] as [string, string]] : []),
  ]
  return (
    <section className="sb-campaign-preview sb-tight sb-column" aria-label="Preview">
      <FactRows rows={rows} />
      <LeftOut counts={leftOut} />
      {recipients > 0 ? (
        <WaitingButton intent="primary" busy={starting} busyText="Starting..." onClick={onStart}>
          {`Start: text ${plural(recipients, 'client')}`}
        </WaitingButton>
      ) : (
        <p role="status">No client may be texted now.</p>
      )}
    </section>
  )
}

function LeftOut({ counts }: { counts: SalonCampaignPreview['leftOut'] }) {
  const reasons = (Object.keys(reasonLabels) as Reason[]).filter((reason) => (counts[reason] ?? 0) > 0)
  if (reasons.length === 0) return null
  return (
    <>
      <h4 className="sb-panel-title">Left out</h4>
      <ul className="sb-plain sb-campaign-left" aria-label="Left out">
        {reasons.map((reason) => (
          <li key={reason}>
            <span className="sb-num">{count(counts[reason] ?? 0)}</span> {reasonLabels[reason]}
          </li>
        ))}
      </ul>
    </>
  )
}
