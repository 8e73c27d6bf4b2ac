import { dayAndTime } from '../formats.ts'
import type { Campaign, SecondText } from './contract.ts'
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
  if (!secondText) return null
  const due = whenDue(campaign, secondText)
  if (secondText.total === 0 && !due) return null
  return (
    <div className="sb-second-step">
      <p className="sb-small">
        <b>Second text</b> <span className="sb-muted">{due}</span>
      </p>
      {secondText.total > 0 && (
        <>
          <DeliveryBar counts={secondText} />
          <DeliveryCounts counts={secondText} />
        </>
      )}
    </div>
  )
}
