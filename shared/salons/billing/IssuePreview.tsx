import { Button } from '@blueprintjs/core'
import { formatDay, money, plural, shortDay } from '../../formats.ts'
import type { LeftOutSalon, StatementLine, StatementPreview } from './contract.ts'
import { kindOf, workingText } from './statementLines.ts'

/** What is issued, by currency. */
export function IssueTotals({ statements }: { statements: readonly StatementPreview[] }) {
  const currencies = [...new Set(statements.map(({ currency }) => currency))]
  return (
    <dl className="sb-owed sb-wrap" aria-label="Totals">
      {currencies.map((currency) => {
        const own = statements.filter((one) => one.currency === currency)
        return (
          <div key={currency}>
            <dt>{`${plural(own.length, 'statement')} in ${currency}`}</dt>
            <dd className="sb-figure">
              {money(
                own.reduce((sum, { total }) => sum + total, 0),
                currency,
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface Listed {
  statements: readonly StatementPreview[]
  onLeaveOut: (salonId: string) => void
}

/** Each statement with its lines, the unusual ones first. */
export function IssueList({ statements, onLeaveOut }: Listed) {
  if (statements.length === 0) return <p>No salon has fees that are payable now.</p>
  return (
    <ul className="sb-plain sb-money-preview" aria-label="Statements to issue">
      {statements.map((statement) => (
        <li key={statement.salonId}>
          <Statement statement={statement} />
          <Button
            size="small"
            variant="minimal"
            aria-label={`Leave out this time: ${statement.salonName}`}
            onClick={() => onLeaveOut(statement.salonId)}
          >
            Leave out this time
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Statement({ statement }: { statement: StatementPreview }) {
  const { salonName, number, currency, total, broughtForward, dueOn, lines, unusual } = statement
  return (
    <>
      <span>
        {salonName}
        <span className="sb-second">
          Statement {number}, to pay by {formatDay(dueOn)}
        </span>
      </span>
      <span className="sb-right">
        <b className="sb-num sb-strong">{money(total, currency)}</b>
        {broughtForward !== 0 && (
          <span className="sb-second">
            {broughtForward > 0 ? 'and from before' : 'less credit'}{' '}
            {money(Math.abs(broughtForward), currency)}
          </span>
        )}
      </span>
      <span className="sb-money-lines">
        {unusual !== null && <span className="sb-money-unusual">{unusual}</span>}
        {[...lines.entries()].map(([position, line]) => (
          <span key={position} className="sb-second">
            {lineText(line, currency)}
            {lines.length > 1 && <span className="sb-num"> {money(line.amount, currency)}</span>}
          </span>
        ))}
      </span>
    </>
  )
}

/** `S. …201, 20 Mar 2026: 30 % of £45.00` */
function lineText(line: StatementLine, currency: string): string {
  const day = line.visitOn === null ? '' : `, ${shortDay(line.visitOn)}`
  return [`${line.client}${day}`, kindOf(line), workingText(line, currency)].filter(Boolean).join(': ')
}

const ways = { mail: 'by e-mail', text: 'by text' } as const

/** What each owner reads. */
export const OwnersRead = ({ statements }: { statements: readonly StatementPreview[] }) => (
  <dl className="sb-money-told" aria-label="What owners read">
    {statements.map(({ salonId, salonName, sentBy, words }) => (
      <div key={salonId}>
        <dt className="sb-muted">{`${salonName}, ${sentBy === null ? 'not told' : ways[sentBy]}`}</dt>
        <dd>{sentBy === null ? 'The owner has neither an e-mail address nor a number for texts.' : words}</dd>
      </div>
    ))}
  </dl>
)

interface NotIssued {
  salons: readonly LeftOutSalon[]
  /** Left out by the reader. */
  chosen: readonly StatementPreview[]
  onPutBack: (salonId: string) => void
}

/** Salons without a statement now, with the reason. */
export function LeftOut({ salons, chosen, onPutBack }: NotIssued) {
  if (salons.length + chosen.length === 0) return null
  return (
    <>
      <p className="sb-strong">Left out</p>
      <ul className="sb-plain sb-money-preview" aria-label="Salons left out">
        {chosen.map(({ salonId, salonName }) => (
          <li key={salonId}>
            <span>{salonName}</span>
            <Button
              size="small"
              variant="minimal"
              aria-label={`Issue after all: ${salonName}`}
              onClick={() => onPutBack(salonId)}
            >
              Issue after all
            </Button>
          </li>
        ))}
        {salons.map(({ salonId, salonName, reason }) => (
          <li key={salonId}>
            <span>{salonName}</span>
            <span className="sb-muted sb-right">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
