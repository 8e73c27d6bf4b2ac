import './delivery.css'
import { count } from '../formats.ts'
import type { Campaign } from './contract.ts'

/** The filled parts in their order; what is queued is the unfilled rest. */
const filled = ['delivered', 'sent', 'unknown', 'failed', 'canceled'] as const

type Counts = Pick<Campaign, (typeof filled)[number] | 'queued' | 'total'>

/** Texts that left or never will: everything that is not queued. */
export const doneCount = ({ total, queued }: Pick<Campaign, 'total' | 'queued'>) => total - queued

/** The states of one campaign as a bar. Decoration: the counts always stand beside it in words. */
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

const words: [state: (typeof filled)[number] | 'queued', say: string][] = [
  ['delivered', 'delivered'],
  ['sent', 'sent, no receipt yet'],
  ['queued', 'queued'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
  ['canceled', 'canceled'],
]

/** `152 of 240 · 131 delivered · 12 sent, no receipt yet …`; what is 0 goes unsaid. */
export function DeliveryCounts({ counts }: { counts: Counts }) {
  return (
    <p className="sb-delivery-counts">
      <b>
        {count(doneCount(counts))} of {count(counts.total)}
      </b>
      {words.map(
        ([state, say]) =>
          counts[state] > 0 && (
            <span key={state} data-state={state}>
              {count(counts[state])} {say}
            </span>
          ),
      )}
    </p>
  )
}
