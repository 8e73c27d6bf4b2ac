import { Button, ButtonGroup } from '@blueprintjs/core'
import { Chat, ChevronLeft, ChevronRight, Tick, WarningSign } from '@blueprintjs/icons'
import { useState } from 'react'
import { count, plural } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { LengthWarnings } from '../../kit/SegmentCounter.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { segments } from '../../sms/segments.ts'
import { firstText, optOutLine, withOptOutLine } from '../../sms/template.ts'
import { filledParts, formatClock, type SelectedProspect } from './compose.ts'
import type { CampaignPreview } from './contract.ts'

interface Props {
  /** Undefined until the server has answered. */
  recipients: SelectedProspect[] | undefined
  template: string
  /** Null: there is none. `segments` is null while they are not counted. */
  second: { template: string; afterDays: number; segments: number | null } | null
  wrong: string | undefined
  /** Undefined until the segments of the current template have been counted. */
  totals: Totals | undefined
}

type Totals = Pick<CampaignPreview, 'recipients' | 'waiting' | 'segments'>

/** The text as real recipients get it, with totals and sending times. */
export function Preview({ recipients, template, second, wrong, totals }: Props) {
  const [index, setIndex] = useState(0)
  const last = Math.max(0, (recipients?.length ?? 0) - 1)
  const at = Math.min(index, last)
  const prospect = recipients?.[at]
  return (
    <aside className="sb-first-preview" aria-label="Preview">
      <div className="sb-first-preview-head">
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
      {wrong === undefined && totals && <Totals totals={totals} second={second} />}
      <Checks template={template} wrong={wrong} />
    </aside>
  )
}

function Sample({
  prospect,
  template,
  second,
  position,
}: {
  prospect: SelectedProspect
  template: string
  second: Props['second']
  position: string
}) {
  return (
    <div className="sb-first-sample">
      <p>
        <strong>To {prospect.name}</strong>
        <span className="sb-second sb-num">
          {formatPhone(prospect.phone)} · {position}
        </span>
      </p>
      <FilledText prospect={prospect} template={template} />
      {second && (
        <>
          <p className="sb-first-later">{second.afterDays} days later, if there is no answer</p>
          <FilledText prospect={prospect} template={second.template} />
        </>
      )}
      <p className="sb-first-answers">
        <Chat size={14} title={false} />
        Replies appear in the SMS tab. A salon that says yes becomes Responded.
      </p>
    </div>
  )
}

function FilledText({ prospect, template }: { prospect: SelectedProspect; template: string }) {
  const counted = segments(firstText(template, prospect))
  return (
    <>
      <p className="sb-bubble" data-side="mine">
        {filledParts(template, prospect).map(({ text, filled, key }) =>
          filled ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>,
        )}
      </p>
      <p className="sb-first-count">
        {plural(counted.characters, 'character')} · {plural(counted.segments, 'segment')}
      </p>
      <LengthWarnings count={counted} tooLong={false} />
    </>
  )
}

function Totals({ totals, second }: { totals: Totals; second: Props['second'] }) {
  const { recipients, waiting, segments: parts } = totals
  const service = useRead('settings', 'service')
  const from = service.data?.quietHours.split('-')[0]
  const opens = from ? formatClock(from) : 'the morning'
  return (
    <dl className="sb-first-totals">
      <dt>Total</dt>
      <dd>
        {plural(recipients, 'text')}, {plural(parts, 'segment')}
      </dd>
      <dt>Sending now</dt>
      <dd>{plural(recipients - waiting, 'text')}</dd>
      {waiting > 0 && (
        <>
          <dt>Waiting</dt>
          <dd>
            {plural(waiting, 'text')}, until {opens} their time
          </dd>
        </>
      )}
      {second && second.segments !== null && (
        <>
          <dt>Second text</dt>
          <dd>
            Up to {plural(recipients, 'text')}, {plural(second.segments, 'segment')}
          </dd>
        </>
      )}
    </dl>
  )
}

function Checks({ template, wrong }: { template: string; wrong: string | undefined }) {
  const added = withOptOutLine(template) !== template.trim()
  return (
    <ul className="sb-first-checks">
      <Check done={!wrong?.startsWith('Please say who')}>Says who is writing</Check>
      <Check done>
        {added ? `Ends with how to opt out: “${optOutLine}” is added` : 'Ends with how to opt out'}
      </Check>
      <Check done>Each salon gets only one first text</Check>
    </ul>
  )
}

function Check({ done, children }: { done: boolean; children: React.ReactNode }) {
  return (
    <li data-done={done}>
      {done ? <Tick size={14} title="Yes" /> : <WarningSign size={14} title="Not yet" />}
      <span>{children}</span>
    </li>
  )
}
