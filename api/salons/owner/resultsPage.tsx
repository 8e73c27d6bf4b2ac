/** @jsxImportSource hono/jsx */
import { money, plural, shortDay } from '@salonback/shared/formats.ts'
import { mayDispute } from '@salonback/shared/salons/billing/dueDates.ts'
import { kindLabels } from '@salonback/shared/salons/billing/fees.ts'
import { owedFigures, VAT_INCLUDED } from '@salonback/shared/salons/billing/labels.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import { correctsText, workingText } from '@salonback/shared/salons/billing/statementLines.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { withoutText } from '@salonback/shared/salons/visits/amount.ts'
import {
  ClientName,
  Contact,
  Form,
  firstNameOf,
  invalid,
  type Link,
  Note,
  NoteField,
  Problem,
  standingText,
  type Typed,
} from './parts.tsx'

type Results = NonNullable<OwnerPage['results']>
type PossibleVisit = Results['toDecide'][number]
type Line = Results['lines'][number]

/** Clients who came back, the fees with their reasons, and the statements. */
export function ResultsPage(link: Link) {
  const { view, typed } = link
  const { results } = view
  if (!results) return null
  const { toDecide } = results
  return (
    <>
      <p class="kicker">Results of {view.salonName}</p>
      <h1>Hello {firstNameOf(view)}, who came back?</h1>
      <Problem error={typed.notice} />
      <Note words={typed.done} />
      {toDecide.length === 0 ? (
        <p class="card">
          No clients are waiting for your answer. Clients who answer or book after a text appear here.
        </p>
      ) : (
        <p>{plural(toDecide.length, 'client')} answered or booked after our text. Did they come?</p>
      )}
      {toDecide.map((visit) => (
        <VisitCard link={link} results={results} visit={visit} />
      ))}
      <NotCome token={link.token} results={results} />
      <Owed link={link} results={results} />
      <Statements token={link.token} results={results} />
      <p class="small">
        Is something wrong or missing? Please <Contact />.
      </p>
    </>
  )
}

const reasons: Record<PossibleVisit['reason'], string> = {
  booked: 'booked by text',
  reported: 'visit on your list',
  answered: 'answered the text',
  opened: 'opened your booking page',
}

/** One form for each client, with two buttons. */
function VisitCard({ link, results, visit }: { link: Link; results: Results; visit: PossibleVisit }) {
  const { clientId } = visit
  const isTyped = link.typed.clientId === clientId
  const typed = isTyped ? link.typed : {}
  const asked = typed.errorField === 'amount' ? (typed.amount ?? '') : ''
  const hidden = { clientId, visitId: visit.visitId ?? '', currency: results.currency, asked }
  return (
    <details class="card visit" open={isTyped}>
      <summary>
        <b>
          <ClientName client={visit.client} />
        </b>{' '}
        <span class="small">
          Texted {shortDay(visit.textedAt)}, {reasons[visit.reason]}
        </span>
      </summary>
      <Form token={link.token} to="visit" hidden={hidden} error={typed.error}>
        <VisitFields visit={visit} results={results} typed={typed} isTyped={isTyped} />
        <div class="pair">
          <button type="submit" class="yes" name="came" value="yes">
            Yes, they came
          </button>
          <button type="submit" name="came" value="no" formnovalidate>
            They did not come
          </button>
        </div>
        <p class="small">After discounts, {withoutText(results.currency)}.</p>
      </Form>
    </details>
  )
}

interface VisitFields {
  visit: PossibleVisit
  results: Results
  typed: Typed
  isTyped: boolean
}

function VisitFields({ visit, results: { today, currency }, typed, isTyped }: VisitFields) {
  const [day, amount] = [`day-${visit.clientId}`, `amount-${visit.clientId}`]
  const isAmountWrong = typed.errorField === 'amount'
  return (
    <div class="pair">
      <div>
        <label for={day}>When?</label>
        <input
          id={day}
          type="date"
          name="visitOn"
          value={(isTyped ? typed.visitOn : visit.visitOn) ?? ''}
          max={today}
          {...(isAmountWrong ? {} : invalid(typed))}
        />
      </div>
      <div>
        <label for={amount}>Paid for services ({currency})</label>
        <input
          id={amount}
          name="amount"
          value={typed.amount ?? ''}
          inputmode="decimal"
          autocomplete="off"
          placeholder="45.00"
          maxlength={20}
          {...(isAmountWrong ? invalid(typed) : {})}
        />
      </div>
    </div>
  )
}

interface Part {
  token: string
  results: Results
}

/** Answers that can be taken back until the next statement. */
const NotCome = ({ token, results: { notCome } }: Part) =>
  notCome.length === 0 ? null : (
    <details>
      <summary>You said that {plural(notCome.length, 'client')} did not come</summary>
      <ul class="lines">
        {notCome.map(({ visitId, client, answeredOn }) => (
          <li class="card">
            <p>
              <b>
                <ClientName client={client} />
              </b>{' '}
              <span class="small">{shortDay(answeredOn)}</span>
            </p>
            <Form token={token} to="take-back" hidden={{ visitId }}>
              <button type="submit">Take back</button>
            </Form>
          </li>
        ))}
      </ul>
      <p class="small">You can take it back until your next statement.</p>
    </details>
  )

function Owed({ link, results }: { link: Link; results: Results }) {
  const { lines, owed, currency } = results
  const isEmpty = lines.length === 0 && owed.outstanding === 0
  return (
    <>
      <h2 id="fees">What you owe</h2>
      {isEmpty ? (
        <p>Nothing. You pay when a client has come back.</p>
      ) : (
        <>
          <dl class="facts">
            {owedFigures(owed).map(([label, sum]) => (
              <div>
                <dt>{label}</dt>
                <dd>{money(sum, currency)}</dd>
              </div>
            ))}
          </dl>
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

const Statements = ({ token, results: { statements, currency } }: Part) =>
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

/** The way back from the stored page of a statement, and what was paid since. */
export const StatementNav = ({
  token,
  words,
  paid,
}: {
  token: string
  words: string
  paid: string | null
}) => (
  <nav class="back">
    <a href={`/o/${token}`}>{words}</a>
    {paid !== null && <p>{paid}</p>}
  </nav>
)
