import { Button, Callout } from '@blueprintjs/core'
import { estimateText } from '../../core/messages/cost.ts'
import { count, dateTime, formatDay, plural, pluralForm } from '../../formats.ts'
import { FactRows } from '../../kit/FactRows.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { type Reason, reasonLabels } from '../clients/eligible.ts'
import { asksForListOn } from '../salons/lastDays.ts'
import type { SalonCampaignPreview } from './contract.ts'

interface Props {
  preview: SalonCampaignPreview
  /** Of the salon. */
  timeZone: string
  starting: boolean
  owner: string
  /** Changes the number of texts a day in the form. */
  onPace: (perDay: number) => void
  onStart: () => void
}

/** What a plan would send, with *Start*. */
export function CampaignPreview({ preview, timeZone, starting, owner, onPace, onStart }: Props) {
  const { recipients, segments, days, firstAt, lastAt, leftOut, estimate, endsOn } = preview
  const rows: [label: string, value: string][] = [
    ['Recipients', count(recipients)],
    ['Segments', count(segments)],
    ...(recipients > 0 ? [['Costs', estimateText(estimate)] as [string, string]] : []),
    ['Takes', plural(days, 'day')],
    ...(firstAt ? [['First text', `${dateTime(firstAt, timeZone)}, salon time`] as [string, string]] : []),
    ...(endsOn ? [['Ends', `${formatDay(endsOn)}, the last day of the offer`] as [string, string]] : []),
    ...(lastAt ? [['Last text', `${dateTime(lastAt, timeZone)}, salon time`] as [string, string]] : []),
  ]
  return (
    <section className="sb-campaign-preview sb-tight sb-column" aria-label="Preview">
      <FactRows rows={rows} />
      <LeftOut counts={leftOut} />
      <Late preview={preview} owner={owner} onPace={onPace} />
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

/** Texts that come after the list is too old, or after the last day of the offer, and the pace with which none does. */
function Late({ preview, owner, onPace }: Pick<Props, 'preview' | 'owner' | 'onPace'>) {
  const { late, listEndsOn, leftOut, fittingPerDay, endsOn } = preview
  const after = leftOut.after_last_day ?? 0
  if (late + after === 0) return null
  return (
    <Callout intent="warning" compact>
      {late > 0 && listEndsOn && (
        <p>
          {plural(late, 'text')} {pluralForm(late, 'comes', 'come')} after the list is too old, on{' '}
          {formatDay(listEndsOn)}. {pluralForm(late, 'It leaves', 'They leave')} only with a new list: we ask{' '}
          {owner} for one on {formatDay(asksForListOn(listEndsOn))}.
        </p>
      )}
      {after > 0 && endsOn && (
        <p>
          {plural(after, 'client')} {pluralForm(after, 'gets', 'get')} no text: their turn comes after{' '}
          {formatDay(endsOn)}.
        </p>
      )}
      {fittingPerDay !== null && (
        <Button onClick={() => onPace(fittingPerDay)}>Send {count(fittingPerDay)} a day: all in time</Button>
      )}
    </Callout>
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
