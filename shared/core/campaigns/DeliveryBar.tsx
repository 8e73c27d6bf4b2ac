import './delivery.css'
import { count } from '../../formats.ts'
import type { StepCounts } from './campaign.ts'

/** Filled parts of the bar in their order; queued texts are the unfilled rest. */
const filled = ['delivered', 'sent', 'unknown', 'failed', 'canceled'] as const

type Counts = Pick<StepCounts, (typeof filled)[number] | 'queued' | 'total'>

/** Texts that are no longer queued. */
export const doneCount = ({ total, queued }: Pick<StepCounts, 'total' | 'queued'>) => total - queued

/** The statuses of one campaign as a bar. Decorative: the counts are always shown as text as well. */
export function DeliveryBar({ counts }: { counts: Counts }) {
  return (
    <div className="sb-delivery" aria-hidden="true">
      {filled.map(
        (state) =>
          counts[state] > 0 && (
            <span key={state} data-state={state} style={{ flexGrow: counts[state], flexBasis: 0 }} />
          ),
      )}
      {counts.queued > 0 && <span data-state="queued" style={{ flexGrow: counts.queued, flexBasis: 0 }} />}
    </div>
  )
}

const labels: [state: (typeof filled)[number] | 'queued', label: string][] = [
  ['delivered', 'delivered'],
  ['sent', 'sent, no receipt yet'],
  ['queued', 'queued'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
  ['canceled', 'canceled'],
]

/** `152 of 240 · 131 delivered · 12 sent, no receipt yet …`; zero counts are left out. */
export function DeliveryCounts({ counts }: { counts: Counts }) {
  return (
    <p className="sb-delivery-counts sb-wrap sb-muted sb-num">
      <b>
        {count(doneCount(counts))} of {count(counts.total)}
      </b>
      {labels.map(
        ([state, label]) =>
          counts[state] > 0 && (
            <span key={state} data-state={state}>
              {count(counts[state])} {label}
            </span>
          ),
      )}
    </p>
  )
}

interface Props {
  title: string
  note: string | null
  counts: StepCounts
}

/** Progress of the texts after the first ones. Shows nothing without texts and note. */
export function LaterStep({ title, note, counts }: Props) {
  if (counts.total === 0 && note === null) return null
  return (
    <div className="sb-later-step sb-tight">
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
