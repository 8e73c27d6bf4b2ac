import { Button, Card } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { count } from '../formats.ts'
import { Dot, type Tone } from '../kit/Badge.tsx'
import { countStatuses, type ProspectFilters, type ProspectModel } from './model.ts'
import { reachedLabels } from './rules.ts'
import { statusTone } from './StatusBadge.tsx'

/** How many are shown, which of the dashboard's numbers they are, and how many there are in each state. */
export function Summary({
  model,
  shown,
  reached,
  onAll,
}: {
  model: ProspectModel
  shown: number
  reached: ProspectFilters['reached']
  onAll: () => void
}) {
  const counts = useMemo(() => countStatuses(model), [model])
  const parts: [label: string, value: number, tone?: Tone][] = [
    ['Total', counts.total],
    ['Selected', counts.Selected, statusTone.Selected],
    ['Contacted', counts.Contacted, statusTone.Contacted],
    ['Responded', counts.Responded, statusTone.Responded],
  ]
  return (
    <Card className="sb-summary">
      <p role="status">
        Showing {count(shown)} of {count(counts.total)} prospects
      </p>
      {reached !== '' && (
        <Button
          size="small"
          className="sb-reached"
          endIcon={<Cross size={12} title={false} />}
          aria-label={`${reachedLabels[reached]}: remove this filter`}
          onClick={onAll}
        >
          {reachedLabels[reached]}
        </Button>
      )}
      <dl>
        {parts.map(([label, value, tone]) => (
          <div key={label}>
            <dt>
              {tone && <Dot tone={tone} />} {label}
            </dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
