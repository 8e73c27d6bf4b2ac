import { Button, ButtonGroup } from '@blueprintjs/core'
import { Chat, ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { count, plural } from '../../formats.ts'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { LengthWarnings } from '../../kit/SegmentCounter.tsx'
import { segments } from '../../sms/segments.ts'
import { firstText } from '../../sms/template.ts'
import { filledParts, type SelectedProspect } from './compose.ts'
import { SendTest } from './SendTest.tsx'

interface Props {
  /** Undefined until the server has answered. */
  recipients: SelectedProspect[] | undefined
  template: string
  /** Null: there is none. */
  second: SecondDraft | null
  /** Above the sample, which loads late. */
  checks: ReactNode
  /** Below the sample. */
  children: ReactNode
}

interface SecondDraft {
  template: string
  afterDays: number
}

/** The text as real recipients get it. */
export function Preview({ recipients, template, second, checks, children }: Props) {
  const [index, setIndex] = useState(0)
  const last = Math.max(0, (recipients?.length ?? 0) - 1)
  const at = Math.min(index, last)
  const prospect = recipients?.[at]
  return (
    <aside className="sb-first-preview sb-column" aria-label="Preview">
      <div className="sb-first-preview-head sb-row">
        <h3>Preview</h3>
        <ButtonGroup>
          <Button
            variant="minimal"
            aria-label="Previous recipient"
            disabled={at === 0}
            icon={<ChevronLeft title={false} />}
            onClick={() => setIndex(at - 1)}
          />
          <Button
            variant="minimal"
            aria-label="Next recipient"
            disabled={at >= last}
            icon={<ChevronRight title={false} />}
            onClick={() => setIndex(at + 1)}
          />
        </ButtonGroup>
      </div>
      {checks}
      {prospect ? (
        <Sample
          prospect={prospect}
          template={template}
          second={second}
          position={`${at + 1} of ${count(last + 1)}`}
        />
      ) : (
        recipients && <p className="sb-muted">No one in this selection can get a first text.</p>
      )}
      {children}
    </aside>
  )
}

interface SampleProps {
  prospect: SelectedProspect
  template: string
  second: Props['second']
  position: string
}

function Sample({ prospect, template, second, position }: SampleProps) {
  return (
    <div className="sb-first-sample sb-column">
      <p>
        <strong>To {prospect.name}</strong>
        <span className="sb-second sb-num">
          <NumberLink number={prospect.phone} /> · {position}
        </span>
      </p>
      <FilledText prospect={prospect} template={template} />
      {second && (
        <>
          <p className="sb-first-later sb-muted">{second.afterDays} days later, if there is no answer</p>
          <FilledText prospect={prospect} template={second.template} />
        </>
      )}
      <SendTest template={template} prospectId={prospect.id} />
      <p className="sb-first-answers sb-muted">
        <Chat size={14} title={false} />
        Replies appear in the SMS tab. A salon that says yes becomes Responded.
      </p>
    </div>
  )
}

function FilledText({ prospect, template }: { prospect: SelectedProspect; template: string }) {
  if (template.trim() === '')
    return (
      <p className="sb-bubble" data-side="mine">
        <em>Your text, as it will arrive</em>
      </p>
    )
  const counted = segments(firstText(template, prospect))
  return (
    <>
      <p className="sb-bubble" data-side="mine">
        {filledParts(template, prospect).map(({ text, filled, key }) =>
          filled ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>,
        )}
      </p>
      <p className="sb-first-count sb-small sb-muted">
        {plural(counted.characters, 'character')} · {plural(counted.segments, 'segment')}
      </p>
      <LengthWarnings count={counted} tooLong={false} />
    </>
  )
}
