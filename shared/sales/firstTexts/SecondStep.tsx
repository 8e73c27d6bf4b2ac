import { LaterStep } from '../../core/campaigns/DeliveryBar.tsx'
import { dayAndTime } from '../../formats.ts'
import type { Campaign, SecondText } from './contract.ts'

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
