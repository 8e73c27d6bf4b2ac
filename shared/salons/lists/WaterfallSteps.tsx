import { Button } from '@blueprintjs/core'
import { ChevronDown } from '@blueprintjs/icons'
import { count, plural } from '../../formats.ts'
import { type Reason, reasonLabels } from '../clients/eligible.ts'
import type { ListPart, ListPreview } from './contract.ts'
import { partLabels } from './labels.ts'

const reasons = Object.keys(reasonLabels) as Reason[]

interface StepsProps {
  preview: ListPreview
  /** The part that fills the table. */
  chosen: ListPart | null
  onChoose: (part: ListPart | null) => void
}

interface StepProps {
  value: number
  label: string
  total?: boolean
  part?: ListPart
}

/** From the rows of a file to the clients that may be texted, step by step. A click on a step shows its rows. */
export function WaterfallSteps({ preview, chosen, onChoose }: StepsProps) {
  const { rows, merged, rejected, needsPhoneColumn, waterfall } = preview
  const numbers = needsPhoneColumn ? 0 : rows - rejected - merged
  const steps: StepProps[] = [
    { value: rows, label: 'rows in the file', total: true },
    { value: -rejected, label: partLabels.rejected, part: 'rejected' },
    { value: -merged, label: partLabels.merged, part: 'merged' },
    { value: numbers, label: 'numbers', total: true },
    ...reasons
      .filter((reason) => reason !== 'eligible')
      .map((part) => ({ value: -waterfall[part], label: reasonLabels[part].toLowerCase(), part })),
    { value: waterfall.eligible, label: 'eligible', total: true, part: 'eligible' },
  ]
  return (
    <ol className="sb-plain sb-waterfall-steps" aria-label="From rows to eligible clients">
      {steps
        .filter(({ value, total }) => value !== 0 || total)
        .map((step) => (
          <Step key={step.label} {...step} chosen={chosen} onChoose={onChoose} />
        ))}
    </ol>
  )
}

function Step({ value, label, total, part, chosen, onChoose }: StepProps & Omit<StepsProps, 'preview'>) {
  const text = (
    <>
      <span className="sb-num">{value < 0 ? `−${count(-value)}` : count(value)}</span> {label}
    </>
  )
  return (
    <li data-total={total}>
      {part && value !== 0 ? (
        <Button
          variant="minimal"
          size="small"
          active={part === chosen}
          aria-pressed={part === chosen}
          endIcon={<ChevronDown title={false} />}
          onClick={() => onChoose(part === chosen ? null : part)}
        >
          {text}
        </Button>
      ) : (
        text
      )}
    </li>
  )
}

/** `4 added, 1 updated, 0 unchanged, 2 rows rejected`. */
export const countsText = (counts: { added: number; updated: number; unchanged: number; rejected: number }) =>
  `${count(counts.added)} added, ${count(counts.updated)} updated, ${count(counts.unchanged)} unchanged, ` +
  `${plural(counts.rejected, 'row')} rejected`
