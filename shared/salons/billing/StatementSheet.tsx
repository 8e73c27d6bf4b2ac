import { Fragment } from 'react'
import { brand } from '../../brand.ts'
import { longDate, money, shortDay } from '../../formats.ts'
import { TableHead } from '../../kit/TableHead.tsx'
import type { Owed, Statement, StatementLine } from './contract.ts'
import { Why } from './LedgerTable.tsx'
import { owedFigures } from './labels.ts'
import { accountantRows, balanceRows, partyLines, payLine, toPayOf } from './paper.ts'
import { baseText, shareText, sumsOf } from './statementLines.ts'

/** The sheet of paper: what the owner gets. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { number, salonName, ownerName, issuedAt, timeZone, lines, account } = statement
  const title = `Statement ${number} for ${salonName}`
  const pay = payLine(statement)
  return (
    <article className="sb-statement" aria-label={title}>
      <header className="sb-statement-head sb-wrap">
        <div>
          <h3 className="sb-statement-title">Statement {number}</h3>
          <p>
            For {salonName}, {ownerName}
            <br />
            Issued on {longDate(issuedAt, timeZone)}
          </p>
        </div>
        <p>
          <b className="sb-strong">{brand.company}</b>
          <br />
          {brand.supportEmail}
        </p>
      </header>
      <Parties statement={statement} />
      <Lines statement={statement} />
      <Rows label="Balance" rows={balanceRows(statement)} />
      <p className="sb-statement-total">
        {pay.label}: <b className="sb-strong">{pay.sum}</b>
      </p>
      <HowToPay statement={statement} />
      {account && <Account account={account} statement={statement} />}
      <p className="sb-small sb-muted">
        You pay a share of the first visit of a client who came back after our text. Later visits of the same
        client are free of charge. Rules of {lines[0]?.ruleVersion}.
      </p>
      <Rows label="For your accountant" rows={accountantRows(statement)} />
    </article>
  )
}

/** Labels with their values; nothing without any. */
const Rows = ({ label, rows }: { label: string; rows: [label: string, value: string][] }) =>
  rows.length === 0 ? null : (
    <dl className="sb-statement-account" aria-label={label}>
      {[...rows.entries()].map(([position, [name, value]]) => (
        <Fragment key={position}>
          <dt>{name}</dt>
          <dd className="sb-num">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )

function Parties({ statement: { terms } }: { statement: Statement }) {
  if (terms === null) return null
  return (
    <div className="sb-statement-head sb-wrap">
      {(
        [
          ['From', terms.from],
          ['To', terms.to],
        ] as const
      ).map(([label, party]) => (
        <p key={label} className="sb-statement-party">
          <b className="sb-strong">{label}</b>
          {`\n${partyLines(party).join('\n')}`}
        </p>
      ))}
    </div>
  )
}

function HowToPay({ statement }: { statement: Statement }) {
  const { terms } = statement
  if (terms === null || toPayOf(statement) === 0) return null
  const online: [string, string][] = terms.payUrl === null ? [] : [['Online', terms.payUrl]]
  return <Rows label="How to pay" rows={[...online, ...terms.bank, ['Reference', terms.reference]]} />
}

const Account = ({ account, statement }: { account: Owed; statement: Statement }) => (
  <>
    <Rows
      label="Your account when this was issued"
      rows={owedFigures(account).map(([label, sum]) => [label, money(sum, statement.currency)])}
    />
    <p className="sb-small sb-muted">
      Your account on {longDate(statement.issuedAt, statement.timeZone)}. Outstanding includes this statement.
      {account.vat && ' All sums are with VAT.'}
    </p>
  </>
)

function Lines({ statement }: { statement: Statement }) {
  const { lines, currency } = statement
  return (
    <table className="sb-statement-lines">
      <TableHead left={['Client', 'Visit', 'Why']} right={['Paid', 'Share', 'Amount']} />
      <tbody>
        {[...lines.entries()].map(([position, line]) => (
          <Line key={position} line={line} currency={currency} />
        ))}
      </tbody>
      <tbody className="sb-statement-sums">
        {sumsOf(statement).map(([label, amount]) => (
          <tr key={label}>
            <th scope="row" colSpan={5}>
              {label}
            </th>
            <td className="sb-num sb-right">{money(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Line = ({ line, currency }: { line: StatementLine; currency: string }) => (
  <tr>
    <th scope="row" className="sb-num">
      {line.client}
    </th>
    <td data-label="Visit" className="sb-num sb-nowrap">
      {line.visitOn ? shortDay(line.visitOn) : '–'}
    </td>
    <td data-label="Why">
      <Why line={line} currency={currency} />
    </td>
    <td data-label="Paid" className="sb-num sb-right">
      {baseText(line, currency)}
    </td>
    <td data-label="Share" className="sb-num sb-right">
      {shareText(line)}
    </td>
    <td data-label="Amount" className="sb-num sb-right">
      {money(line.amount, currency)}
    </td>
  </tr>
)
