import { Button } from '@blueprintjs/core'
import { count, plural } from '../formats.ts'
import { Dot } from '../kit/Badge.tsx'
import { type Reason, reasonLabels } from '../salons/eligible.ts'
import type { ListPreview } from './contract.ts'
import { reasonTones } from './labels.ts'

type Counts = ListPreview['waterfall']

const reasons = Object.keys(reasonLabels) as Reason[]

/** The reasons that apply to at least one client, in the order of the checks. */
const usedReasons = (counts: Counts) => reasons.filter((reason) => counts[reason] > 0)

interface BarProps {
  counts: Counts
  /** The reason that filters the table. */
  chosen: Reason | null
  onChoose: (reason: Reason | null) => void
}

/** Clients by reason as a bar, whose parts filter the table. A second click on a part removes the filter. */
export function WaterfallBar({ counts, chosen, onChoose }: BarProps) {
  const used = usedReasons(counts)
  return (
    <div className="sb-waterfall">
      <div className="sb-waterfall-bar" aria-hidden="true">
        {used.map((reason) => (
          <span key={reason} data-tone={reasonTones[reason]} style={{ flexGrow: counts[reason] }} />
        ))}
      </div>
      <section className="sb-waterfall-parts" aria-label="Filter by reason">
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

/** From the rows of a file to the clients that may be texted, step by step. */
export function WaterfallSteps({ preview }: { preview: ListPreview }) {
  const { rows, merged, rejected, waterfall } = preview
  const against = usedReasons(waterfall).filter((reason) => reason !== 'eligible')
  return (
    <ol className="sb-waterfall-steps" aria-label="From rows to eligible clients">
      <Step value={rows} label="rows in the file" total />
      {rejected > 0 && <Step value={-rejected} label="without a usable number" />}
      {merged > 0 && <Step value={-merged} label="merged into another row with the same number" />}
      <Step value={rows - rejected - merged} label="numbers" total />
      {against.map((reason) => (
        <Step key={reason} value={-waterfall[reason]} label={reasonLabels[reason].toLowerCase()} />
      ))}
      <Step value={waterfall.eligible} label="eligible" total />
    </ol>
  )
}

function Step({ value, label, total = false }: { value: number; label: string; total?: boolean }) {
  return (
    <li data-total={total || undefined}>
      <span className="sb-num">{value < 0 ? `−${count(-value)}` : count(value)}</span> {label}
    </li>
  )
}

/** `4 added, 1 updated, 0 unchanged, 2 rows rejected`. */
export const countsText = (counts: { added: number; updated: number; unchanged: number; rejected: number }) =>
  `${count(counts.added)} added, ${count(counts.updated)} updated, ${count(counts.unchanged)} unchanged, ` +
  `${plural(counts.rejected, 'row')} rejected`
