import './delivery.css'
import { count } from '../../formats.ts'
import type { Campaign } from './contract.ts'

/** Filled parts of the bar in their order; queued texts are the unfilled rest. */
const filled = ['delivered', 'sent', 'unknown', 'failed', 'canceled'] as const

type Counts = Pick<Campaign, (typeof filled)[number] | 'queued' | 'total'>

/** Texts that are no longer queued. */
export const doneCount = ({ total, queued }: Pick<Campaign, 'total' | 'queued'>) => total - queued

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
    <p className="sb-delivery-counts">
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
