import { Badge } from '../../kit/Badge.tsx'
import { type PriorityAnswers, priorityLabel, priorityScore } from './priority.ts'

const looks = { High: 'solid', Medium: 'tint', Low: 'outline' } as const

/** High, Medium or Low with the score. */
export function PriorityBadge({ response }: { response: PriorityAnswers }) {
  const score = priorityScore(response)
  const label = priorityLabel(score)
  return (
    <Badge tone={label === 'Medium' ? 'blush' : 'grey'} look={looks[label]} className="sb-priority">
      {label} <b className="sb-num">{score}</b>
    </Badge>
  )
}
