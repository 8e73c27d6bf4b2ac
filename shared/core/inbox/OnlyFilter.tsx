import './desk.css'
import { Button } from '@blueprintjs/core'
import { pluralForm } from '../../formats.ts'
import { OnlyTexts } from './conversation.ts'
import { countMine, useMine } from './mine.ts'

const labels: Record<OnlyTexts, string> = { mine: 'Mine', hour: 'Over an hour', notes: 'With notes' }

interface Props {
  value: OnlyTexts | undefined
  onChange: (value: OnlyTexts | undefined) => void
  /** The person with the conversations that *Mine* counts. */
  of: 'agency' | 'salons'
}

/** Narrows a list to the reader's own conversations, those that wait for over an hour, or those with notes. */
export function OnlyFilter({ value, onChange, of }: Props) {
  const mine = (useMine().data ?? []).filter(({ salonId }) => (salonId === null) === (of === 'agency'))
  const count = countMine(mine)
  return (
    <fieldset className="sb-only sb-wrap" aria-label="Only">
      {OnlyTexts.options.map((one) => (
        <Button
          key={one}
          size="small"
          variant="outlined"
          aria-pressed={value === one}
          active={value === one}
          onClick={() => onChange(value === one ? undefined : one)}
        >
          {labels[one]}
          {one === 'mine' && count > 0 && (
            <>
              {' '}
              <b>{count}</b>
              <span className="sb-hidden"> {pluralForm(count, 'needs you', 'need you')}</span>
            </>
          )}
        </Button>
      ))}
    </fieldset>
  )
}
