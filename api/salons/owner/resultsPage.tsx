/** @jsxImportSource hono/jsx */
import { plural, shortDay } from '@salonback/shared/formats.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { withoutText } from '@salonback/shared/salons/visits/amount.ts'
import { Owed, Statements } from './feesPart.tsx'
import { ClientName, Contact, Form, invalid, type Link, PageHead, type Typed } from './parts.tsx'

type Results = NonNullable<OwnerPage['results']>
type PossibleVisit = Results['toDecide'][number]

/** Clients who came back, the fees with their reasons, and the statements. */
export function ResultsPage(link: Link) {
  const { view, typed } = link
  const { results } = view
  if (!results) return null
  const { toDecide } = results
  return (
    <>
      <PageHead view={view} typed={typed} kicker="Results of">
        who came back?
      </PageHead>
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
  answered: 'said yes',
  called: 'asked for a call',
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
          {visit.time !== null && ` for ${visit.time}`}
        </span>
        {visit.words !== null && <span class="quote">“{visit.words}”</span>}
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
