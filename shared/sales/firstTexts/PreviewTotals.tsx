import { Tick, WarningSign } from '@blueprintjs/icons'
import { StartField } from '../../core/campaigns/startAt.ts'
import { estimateText } from '../../core/messages/cost.ts'
import { dateTime, plural } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { NamedGroup } from './Audience.tsx'
import { checklist } from './checklist.ts'
import { formatClock, type SelectedProspect } from './compose.ts'
import type { CampaignPreview } from './contract.ts'
import type { TextTotals } from './textTotals.ts'

interface Props {
  audience: Pick<CampaignPreview, 'recipients' | 'waiting'>
  first: TextTotals
  /** Null: none, or not counted yet. */
  second: TextTotals | null
  /** Value of the field; empty: now. */
  startAt: string
  prospects: ReadonlyMap<string, SelectedProspect>
}

/** Number, time and cost of the texts, and the names that make them longer. */
export function PreviewTotals({
  audience: { recipients, waiting },
  first,
  second,
  startAt,
  prospects,
}: Props) {
  return (
    <>
      <dl className="sb-first-totals sb-medium sb-num">
        <Row name="Total">
          {plural(recipients, 'text')}, {plural(first.segments, 'segment')}
        </Row>
        <Row name="Cost">{estimateText(first.estimate)}</Row>
        {startAt === '' ? <Now recipients={recipients} waiting={waiting} /> : <Later startAt={startAt} />}
        {second && (
          <Row name="Second text">
            Up to {plural(recipients, 'text')}, {plural(second.segments, 'segment')}. Cost:{' '}
            {estimateText(second.estimate)}
          </Row>
        )}
      </dl>
      {first.longer.length > 0 && (
        <ul className="sb-first-reasons" aria-label="Names that make the text longer">
          <NamedGroup
            label={`More than ${plural(first.usual, 'segment')}`}
            note="Their names make the text longer"
            prospectIds={first.longer}
            prospects={prospects}
          />
        </ul>
      )}
    </>
  )
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function Now({ recipients, waiting }: { recipients: number; waiting: number }) {
  const service = useRead('settings', 'service')
  const from = service.data?.quietHours.split('-')[0]
  const opens = from ? formatClock(from) : 'the morning'
  return (
    <>
      <Row name="Sending now">{plural(recipients - waiting, 'text')}</Row>
      {waiting > 0 && (
        <Row name="Waiting">
          {plural(waiting, 'text')}, until {opens} their time
        </Row>
      )}
    </>
  )
}

/** Nothing leaves now; a time that cannot be used has its error at the field. */
function Later({ startAt }: { startAt: string }) {
  const starts = StartField.safeParse(startAt).data
  return <Row name="Sending now">None{starts && `, they start ${dateTime(starts)}`}</Row>
}

/** What every first text must have; what is missing has a warning. */
export function Checks({ templates }: { templates: readonly string[] }) {
  return (
    <ul className="sb-first-checks sb-column sb-medium" aria-label="Checks">
      {checklist(templates).map(({ done, text }) => (
        <li key={text} data-done={done}>
          {done ? <Tick size={14} title="Yes" /> : <WarningSign size={14} title="Not yet" />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
