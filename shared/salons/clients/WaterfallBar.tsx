import { Button } from '@blueprintjs/core'
import { count } from '../../formats.ts'
import { Dot } from '../../kit/Badge.tsx'
import { type Reason, reasonLabels } from './eligible.ts'
import { reasonTones } from './labels.ts'

type Counts = Record<Reason, number>

const reasons = Object.keys(reasonLabels) as Reason[]

/** The reasons that apply to at least one client, in the order of the checks. */
const usedReasons = (counts: Counts) => reasons.filter((reason) => counts[reason] > 0)

interface BarProps {
  counts: Counts
  /** The reason that filters the table. */
  chosen: Reason | null
  onChoose: (reason: Reason | null) => void
}

/** Clients by reason as a bar. A click on a part filters the table; a second click removes the filter. */
export function WaterfallBar({ counts, chosen, onChoose }: BarProps) {
  const used = usedReasons(counts)
  return (
    <div className="sb-waterfall">
      <div className="sb-waterfall-bar" aria-hidden="true">
        {used.map((reason) => (
          <span
            key={reason}
            className="sb-dot"
            data-tone={reasonTones[reason]}
            style={{ flexGrow: counts[reason] }}
          />
        ))}
      </div>
      <section className="sb-waterfall-parts sb-wrap" aria-label="Filter by reason">
        {used.map((reason) => (
          <Button
            key={reason}
            size="small"
            active={reason === chosen}
            aria-pressed={reason === chosen}
            icon={<Dot tone={reasonTones[reason]} />}
            onClick={() => onChoose(reason === chosen ? null : reason)}
          >
            {reasonLabels[reason]} <b className="sb-num">{count(counts[reason])}</b>
          </Button>
        ))}
      </section>
    </div>
  )
}
