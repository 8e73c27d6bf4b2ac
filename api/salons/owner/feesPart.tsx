/** @jsxImportSource hono/jsx */
import { money, shortDay } from '@salonback/shared/formats.ts'
import { mayDispute } from '@salonback/shared/salons/billing/dueDates.ts'
import { isCredit, kindLabels } from '@salonback/shared/salons/billing/fees.ts'
import { owedFigures, VAT_INCLUDED } from '@salonback/shared/salons/billing/labels.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import { correctsText, workingText } from '@salonback/shared/salons/billing/statementLines.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { ClientName, Facts, Form, type Link, NoteField, standingText } from './parts.tsx'

type Results = NonNullable<OwnerPage['results']>
type Line = Results['lines'][number]

/** What the salon owes, with each fee and its reasons. */
export function Owed({ link, results }: { link: Link; results: Results }) {
  const { lines, owed, currency } = results
  const isEmpty = lines.length === 0 && owed.outstanding === 0
  return (
    <>
      <h2 id="fees">What you owe</h2>
      {isEmpty ? (
        <p>Nothing. You pay when a client has come back.</p>
      ) : (
        <>
          <Facts rows={owedFigures(owed).map(([label, sum]) => [label, money(sum, currency)])} />
          <p class="small">
            Outstanding is on a statement and not paid yet. What is payable goes on the next one.{' '}
            {owed.vat !== undefined && VAT_INCLUDED}
          </p>
          <ul class="lines">
            {lines.map((line) => (
              <LineItem link={link} line={line} results={results} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function LineItem({ link, line, results }: { link: Link; line: Line; results: Results }) {
  const { currency, today } = results
  if (isCredit(line.kind)) return <CreditItem line={line} currency={currency} />
  const working = [kindLabels[line.kind], workingText(line, currency)].filter((text) => text !== null)
  return (
    <li class="card">
      <p class="sum">
        <b>
          <ClientName client={line.client} />
        </b>{' '}
        <b class="number">{money(line.amount, currency)}</b>
      </p>
      <p class="small">
        {unbroken(working.join(': '))}
        {line.visitOn && `, visit on ${shortDay(line.visitOn)}`}.{' '}
        {[...line.reasons, correctsText(line)].filter(Boolean).join('. ')}.
      </p>
      <p class="small">{status(line, today)}</p>
      {canDispute(line, today) && <DisputeForm link={link} id={line.id} />}
    </li>
  )
}

const CreditItem = ({ line, currency }: { line: Line; currency: string }) => (
  <li class="card">
    <p class="sum">
      <b>{kindLabels[line.kind]}</b> <b class="number">{money(line.amount, currency)}</b>
    </p>
    <p class="small">{line.reasons.join('. ')}</p>
    <p class="small">
      {line.statementNumber === null
        ? 'It counts already. The next statement names it.'
        : `On statement ${line.statementNumber}.`}
    </p>
  </li>
)

/** Browsers break a line after the sign of `-£9.75`. */
const unbroken = (text: string) =>
  text.split(/(-\S+)/).map((part, n) => (n % 2 === 1 ? <span class="number">{part}</span> : part))

function status(line: Line, today: string): string {
  const { dispute, held, statementNumber, payableOn, disputableUntil } = line
  const onStatement = statementNumber === null ? '' : `On statement ${statementNumber}. `
  if (dispute === 'open')
    return `${onStatement}You disputed it. We are looking into it. You do not pay it until we have decided.`
  const decided =
    dispute === null ? '' : `${decidedText[dispute]}${line.decision === null ? '' : `“${line.decision}” `}`
  if (disputableUntil !== null && canDispute(line, today))
    return `${onStatement}You can dispute it until ${shortDay(disputableUntil)}.`
  if (onStatement) return `${decided}${onStatement}`
  if (held) return 'Waits for your dispute about this client.'
  return `${decided}Payable from ${shortDay(payableOn)}.`
}

const decidedText = {
  upheld: 'You were right: it is taken back. ',
  reduced: 'You were right: it is corrected. ',
  rejected: 'We checked it: the fee stays. ',
}

const canDispute = ({ kind, dispute, statementNumber, disputableUntil }: Line, today: string) =>
  (kind === 'fee' || kind === 'adjustment') &&
  dispute === null &&
  (statementNumber === null || mayDispute(disputableUntil, today))

function DisputeForm({ link, id }: { link: Link; id: string }) {
  const isTyped = link.typed.entryId === id
  const typed = isTyped ? link.typed : {}
  return (
    <details open={isTyped}>
      <summary>Dispute</summary>
      <Form token={link.token} to="dispute" hidden={{ entryId: id }} error={typed.error}>
        <NoteField id={id} label="What is wrong?" typed={typed} />
        <button type="submit">Send</button>
      </Form>
    </details>
  )
}

export const Statements = ({
  token,
  results: { statements, currency },
}: {
  token: string
  results: Results
}) =>
  statements.length === 0 ? null : (
    <>
      <h2>Statements</h2>
      <ul class="lines">
        {statements.map((statement) => (
          <li class="card">
            <a href={`/o/${token}/statements/${statement.number}`}>Statement {statement.number}</a>{' '}
            <span class="small">
              {shortDay(statement.issuedOn)}, <span class="number">{money(statement.total, currency)}</span>
              {statement.outstanding <= 0 && `, ${standingText(statement, currency)}`}
            </span>
            {statement.outstanding > 0 && <ToPay statement={statement} currency={currency} />}
          </li>
        ))}
      </ul>
    </>
  )

interface ToPay {
  statement: Results['statements'][number]
  currency: string
}

/** What is left of all that a statement asks for, its due date, and where to pay. */
const ToPay = ({ statement: { outstanding, left, dueOn, payUrl }, currency }: ToPay) => (
  <p>
    <b class="number">{money(left, currency)}</b> to pay{dueOn !== null && ` by ${dayAndMonth(dueOn)}`}
    {left > outstanding && (
      <>
        , <span class="number">{money(left - outstanding, currency)}</span> of it from before
      </>
    )}
    .{' '}
    {payUrl !== null && (
      <a href={payUrl} rel="noreferrer">
        Pay online
      </a>
    )}
  </p>
)
