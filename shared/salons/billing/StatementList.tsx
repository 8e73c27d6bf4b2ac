import './fees.css'
import { Tick } from '@blueprintjs/icons'
import { formatDay, money } from '../../formats.ts'
import { statementPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { useNow } from '../../kit/useNow.ts'
import { localDate } from '../../sms/openHours.ts'
import type { Salon } from '../salons/contract.ts'
import type { Statement } from './contract.ts'
import { isOverdue } from './dueDates.ts'
import { paidSinceOf } from './paper.ts'

/** Issued statements, newest first. */
export function StatementList({ salon }: { salon: Salon }) {
  const read = useRead('billing', 'statements', { id: salon.id })
  return (
    <Panel flush title="Statements">
      <Loaded
        read={read}
        loading={{ text: 'Loading statements...', rows: 2 }}
        failed="Failed to load the statements"
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="sb-none sb-muted">No statements yet.</p>
          ) : (
            <ul className="sb-plain sb-statements" aria-label="Statements">
              {items.map((statement) => (
                <li key={statement.number}>
                  <AppLink to={statementPath(salon.id, statement.number)} className="sb-statement-link">
                    Statement {statement.number}
                  </AppLink>
                  <span className="sb-muted">
                    {formatDay(localDate(salon.timeZone, new Date(statement.issuedAt)))}
                  </span>
                  <b className="sb-num sb-strong">{money(statement.total, statement.currency)}</b>
                  <StatementBadge {...statement} timeZone={salon.timeZone} />
                  <span className="sb-muted sb-statement-due">{paidText(statement)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

type Paid = Pick<Statement, 'state' | 'dueOn' | 'outstanding' | 'paid' | 'credited'>
type Asked = Paid & Pick<Statement, 'total' | 'broughtForward' | 'left' | 'currency'>

/** Paid, overdue, or to be paid. */
export function StatementBadge({ timeZone, ...statement }: Paid & { timeZone: string }) {
  const now = useNow()
  if (statement.state !== 'settled')
    return <DueBadge overdue={isOverdue(statement, localDate(timeZone, now))} />
  return (
    <Badge tone="green" icon={<Tick size={12} title={false} />}>
      {statement.credited > 0 && statement.paid === 0 ? 'Credited' : 'Paid'}
    </Badge>
  )
}

/** Overdue, or to be paid. */
export function DueBadge({ overdue }: { overdue: boolean }) {
  const tone = overdue ? 'red' : 'amber'
  return (
    <Badge tone={tone} dot={tone}>
      {overdue ? 'Overdue' : 'Issued'}
    </Badge>
  )
}

/** When it is to be paid, and what is left of all that it asks for. */
function paidText(statement: Asked) {
  const { state, dueOn, outstanding, left, currency } = statement
  if (state === 'settled' || outstanding === 0) return null
  const due = dueOn === null ? '' : ` by ${formatDay(dueOn)}`
  if (left === outstanding && paidSinceOf(statement) === 0) return `To pay${due}`
  const before = left - outstanding
  const older = before > 0 ? `, ${money(before, currency)} of it from before` : ''
  return `${money(left, currency)} left to pay${due}${older}`
}
