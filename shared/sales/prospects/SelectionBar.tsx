import { Button } from '@blueprintjs/core'
import { SendMessage } from '@blueprintjs/icons'
import type { RefObject } from 'react'
import { ContactStatus, statusLabel } from '../../core/inbox/contactStatus.ts'
import { statusTone } from '../../core/inbox/StatusBadge.tsx'
import { count } from '../../formats.ts'
import { Dot } from '../../kit/Badge.tsx'
import { Kbd } from '../../kit/Kbd.tsx'
import { MayCall } from '../../kit/MayCall.tsx'

interface Props {
  selected: number
  /** How many of them the filters hide; actions apply to them too. */
  hidden: number
  onClear: () => void
  /** The first Mark button: the target of the `m` shortcut. */
  firstMark: RefObject<HTMLButtonElement | null>
  /** Null: *No Status*. */
  onMark: (to: ContactStatus | null) => void
  onFirstTexts: () => void
}

/** Actions for the selected prospects; floats over the end of the list. */
export function SelectionBar({ selected, hidden, onClear, firstMark, onMark, onFirstTexts }: Props) {
  return (
    <section className="sb-selection sb-row sb-wrap sb-nowrap" aria-label="Selection">
      <p role="status">
        <strong>{count(selected)} selected</strong>
        {hidden > 0 && <span className="sb-muted"> {count(hidden)} not in this list</span>}
      </p>
      <Button variant="minimal" endIcon={<Kbd keys="Esc" />} onClick={onClear}>
        Clear
      </Button>
      <span className="sb-selection-rule" aria-hidden="true" />
      {ContactStatus.options.map((status, index) => (
        <Button
          key={status}
          ref={index === 0 ? firstMark : undefined}
          icon={<Dot tone={statusTone[status]} />}
          onClick={() => onMark(status)}
        >
          Mark {status}
        </Button>
      ))}
      <Button icon={<Dot tone={statusTone.none} />} onClick={() => onMark(null)}>
        {statusLabel(null)}
      </Button>
      <MayCall call="firstTexts.start">
        <span className="sb-selection-rule" aria-hidden="true" />
        <Button
          intent="primary"
          className="sb-selection-send"
          icon={<SendMessage size={14} title={false} />}
          endIcon={<Kbd keys="F" />}
          onClick={onFirstTexts}
        >
          Send First Texts...
        </Button>
      </MayCall>
    </section>
  )
}
