import { Button, Card } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { statusTone } from '../../core/inbox/StatusBadge.tsx'
import { count } from '../../formats.ts'
import { Dot, type Tone } from '../../kit/Badge.tsx'
import type { Prospect } from './contract.ts'
import { countStatuses, type ProspectFilters } from './filters.ts'
import { reachedLabels } from './rules.ts'

interface SummaryProps {
  prospects: readonly Prospect[]
  shown: number
  reached: ProspectFilters['reached']
  onAll: () => void
}

/** How many prospects are shown, the filter that came from the dashboard, and counts by status over all prospects. */
export function Summary({ prospects, shown, reached, onAll }: SummaryProps) {
  const counts = useMemo(() => countStatuses(prospects), [prospects])
  const parts: [label: string, value: number, tone?: Tone][] = [
    ['Total', prospects.length],
    ['Selected', counts.Selected, statusTone.Selected],
    ['Contacted', counts.Contacted, statusTone.Contacted],
    ['Responded', counts.Responded, statusTone.Responded],
  ]
  return (
    <Card className="sb-summary">
      <p role="status">
        Showing {count(shown)} of {count(prospects.length)} prospects
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
