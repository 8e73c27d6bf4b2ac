import './desk.css'
import { Button } from '@blueprintjs/core'
import { OnlyTexts } from './conversation.ts'

const labels: Record<OnlyTexts, string> = { mine: 'Mine', hour: 'Over an hour', notes: 'With notes' }

interface Props {
  value: OnlyTexts | undefined
  onChange: (value: OnlyTexts | undefined) => void
}

/** Narrows a list to conversations that one has taken, that wait for over an hour, or that have notes. */
export const OnlyFilter = ({ value, onChange }: Props) => (
  <fieldset className="sb-only" aria-label="Only">
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
      </Button>
    ))}
  </fieldset>
)
