import { dayAndTime } from '../../formats.ts'
import type { Campaign, SecondText, StepCounts } from './contract.ts'
import { DeliveryBar, DeliveryCounts } from './DeliveryBar.tsx'

/** When the next second texts are due; null once none will be. */
export function whenDue({ state }: Pick<Campaign, 'state'>, { dueAt, afterDays }: SecondText): string | null {
  if (state === 'canceled') return null
  if (dueAt) return `To salons that have not answered, from ${dayAndTime(dueAt)}`
  return state === 'running' || state === 'paused' ? `${afterDays} days after the first text` : null
}

/** The second text of a campaign in a list: when it is due, or its progress. */
export function SecondStep({ campaign }: { campaign: Pick<Campaign, 'state' | 'secondText'> }) {
  const { secondText } = campaign
  return (
    secondText && <LaterStep title="Second text" note={whenDue(campaign, secondText)} counts={secondText} />
  )
}

/** Progress of the texts after the first ones. Nothing without texts and note. */
export function LaterStep({
  title,
  note,
  counts,
}: {
  title: string
  note: string | null
  counts: StepCounts
}) {
  if (counts.total === 0 && note === null) return null
  return (
    <div className="sb-later-step">
      <p className="sb-small">
        <b>{title}</b> <span className="sb-muted">{note}</span>
      </p>
      {counts.total > 0 && (
        <>
          <DeliveryBar counts={counts} />
          <DeliveryCounts counts={counts} />
        </>
      )}
    </div>
  )
}
