import { money, plural, shortDay } from '@salonback/shared/formats.ts'
import { mayDispute } from '@salonback/shared/salons/billing/dueDates.ts'
import { kindLabels } from '@salonback/shared/salons/billing/fees.ts'
import { owedFigures, VAT_INCLUDED } from '@salonback/shared/salons/billing/labels.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import { correctsText, workingText } from '@salonback/shared/salons/billing/statementLines.ts'
import { MAX_NOTE } from '@salonback/shared/salons/owner/contract.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { withoutText } from '@salonback/shared/salons/visits/amount.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import {
  clientName,
  contact,
  doneNote,
  firstNameOf,
  invalid,
  type Link,
  problem,
  standingText,
} from './parts.ts'

type Results = NonNullable<OwnerPage['results']>
type PossibleVisit = Results['toDecide'][number]
type Line = Results['lines'][number]

/** Clients who came back, the fees with their reasons, and the statements. */
export function resultsPage(link: Link): Html {
  const { view, typed } = link
  const { results } = view
  if (!results) return html``
  const { toDecide } = results
  return html`<p class="kicker">Results of ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, who came back?</h1>
  ${problem(typed.notice)}
  ${doneNote(typed)}
  ${
    toDecide.length === 0
      ? html`<p class="card">No clients are waiting for your answer. Clients who answer or book after a text appear here.</p>`
      : html`<p>${plural(toDecide.length, 'client')} answered or booked after our text. Did they come?</p>
        ${toDecide.map((visit) => question(link, results, visit))}`
  }
  ${notComePart(link, results)}
  ${owedPart(link, results)}
  ${statementsPart(link, results)}
  <p class="small">Is something wrong or missing? Please ${contact}.</p>`
}

const reasons: Record<PossibleVisit['reason'], string> = {
  booked: 'booked by text',
  reported: 'visit on your list',
  answered: 'answered the text',
  opened: 'opened your booking page',
}

/** One form for each client, with two buttons. */
function question({ token, typed }: Link, { today, currency }: Results, visit: PossibleVisit): Html {
  const { clientId, client } = visit
  const isTyped = typed.clientId === clientId
  const day = isTyped ? typed.visitOn : visit.visitOn
  const isAmountWrong = typed.errorField === 'amount'
  const id = (name: string) => `${name}-${clientId}`
  return html`<details class="card visit" ${isTyped ? 'open' : ''}>
    <summary><b>${clientName(client)}</b> <span class="small">Texted ${shortDay(visit.textedAt)}, ${reasons[visit.reason]}</span></summary>
    <form method="post" action="/o/${token}/visit">
      <input type="hidden" name="clientId" value="${clientId}">
      <input type="hidden" name="visitId" value="${visit.visitId ?? ''}">
      <input type="hidden" name="currency" value="${currency}">
      <input type="hidden" name="asked" value="${isTyped && isAmountWrong ? typed.amount : ''}">
      ${isTyped ? problem(typed.error) : ''}
      <div class="pair">
        <div><label for="${id('day')}">When?</label>
          <input id="${id('day')}" type="date" name="visitOn" value="${day ?? ''}" max="${today}" ${isTyped && !isAmountWrong ? invalid(typed) : ''}></div>
        <div><label for="${id('amount')}">Paid for services (${currency})</label>
          <input id="${id('amount')}" name="amount" value="${isTyped ? typed.amount : ''}" inputmode="decimal"
            autocomplete="off" placeholder="45.00" maxlength="20" ${isTyped && isAmountWrong ? invalid(typed) : ''}></div>
      </div>
      <div class="pair">
        <button class="yes" name="came" value="yes">Yes, they came</button>
        <button name="came" value="no" formnovalidate>They did not come</button>
      </div>
      <p class="small">After discounts, ${withoutText(currency)}.</p>
    </form>
  </details>`
}

/** Answers that can be taken back until the next statement. */
function notComePart({ token }: Link, { notCome }: Results): Html {
  if (notCome.length === 0) return html``
  return html`<details>
    <summary>You said that ${plural(notCome.length, 'client')} did not come</summary>
    <ul class="lines">${notCome.map(
      ({ visitId, client, answeredOn }) => html`<li class="card">
      <p><b>${clientName(client)}</b> <span class="small">${shortDay(answeredOn)}</span></p>
      <form method="post" action="/o/${token}/take-back">
        <input type="hidden" name="visitId" value="${visitId}">
        <button>Take back</button>
      </form></li>`,
    )}</ul>
    <p class="small">You can take it back until your next statement.</p>
  </details>`
}

function owedPart(link: Link, results: Results): Html {
  const { lines, owed, currency } = results
  if (lines.length === 0 && owed.outstanding === 0)
    return html`<h2 id="fees">What you owe</h2><p>Nothing. You pay when a client has come back.</p>`
  return html`<h2 id="fees">What you owe</h2>
  <dl class="facts">${owedFigures(owed).map(([label, sum]) => html`<div><dt>${label}</dt><dd>${money(sum, currency)}</dd></div>`)}</dl>
  <p class="small">Outstanding is on a statement and not paid yet. What is payable goes on the next one.
    ${owed.vat === undefined ? '' : VAT_INCLUDED}</p>
  <ul class="lines">${lines.map((line) => lineItem(link, line, results))}</ul>`
}

function lineItem(link: Link, line: Line, { currency, today }: Results): Html {
  const working = [kindLabels[line.kind], workingText(line, currency)].filter((text) => text !== null)
  return html`<li class="card">
    <p class="sum"><b>${clientName(line.client)}</b> <b class="number">${money(line.amount, currency)}</b></p>
    <p class="small">${unbroken(working.join(': '))}${line.visitOn ? `, visit on ${shortDay(line.visitOn)}` : ''}.
      ${[...line.reasons, correctsText(line)].filter(Boolean).join('. ')}.</p>
    <p class="small">${status(line, today)}</p>
    ${canDispute(line, today) ? disputeForm(link, line) : ''}
  </li>`
}

/** Browsers break a line after the sign of `-£9.75`. */
const unbroken = (text: string) =>
  text.split(/(-\S+)/).map((part, n) => (n % 2 === 1 ? html`<span class="number">${part}</span>` : part))

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

function disputeForm({ token, typed }: Link, { id }: Line): Html {
  const isTyped = typed.entryId === id
  return html`<details ${isTyped ? 'open' : ''}>
    <summary>Dispute</summary>
    <form method="post" action="/o/${token}/dispute">
      <input type="hidden" name="entryId" value="${id}">
      ${isTyped ? problem(typed.error) : ''}
      <label for="note-${id}">What is wrong?</label>
      <textarea id="note-${id}" name="note" rows="3" required maxlength="${MAX_NOTE}"
        ${isTyped ? invalid(typed) : ''}>${isTyped ? typed.note : ''}</textarea>
      <button>Send</button>
    </form>
  </details>`
}

function statementsPart({ token }: Link, { statements, currency }: Results): Html {
  if (statements.length === 0) return html``
  return html`<h2>Statements</h2>
  <ul class="lines">${statements.map(
    ({ number, issuedOn, ...payment }) => html`<li class="card">
      <a href="/o/${token}/statements/${number}">Statement ${number}</a>
      <span class="small">${shortDay(issuedOn)}, <span class="number">${money(payment.total, currency)}</span>${
        payment.outstanding > 0 ? '' : `, ${standingText(payment, currency)}`
      }</span>
      ${payment.outstanding > 0 ? payPart(payment, currency) : ''}</li>`,
  )}</ul>`
}

type Payment = Pick<Results['statements'][number], 'outstanding' | 'left' | 'dueOn' | 'payUrl'>

/** What is left of all that a statement asks for, its due date, and where to pay. */
function payPart({ outstanding, left, dueOn, payUrl }: Payment, currency: string): Html {
  const before = left - outstanding
  return html`<p><b class="number">${money(left, currency)}</b> to pay${dueOn === null ? '' : ` by ${dayAndMonth(dueOn)}`}${
    before > 0 ? html`, <span class="number">${money(before, currency)}</span> of it from before` : ''
  }.
    ${payUrl === null ? '' : html`<a href="${payUrl}" rel="noreferrer">Pay online</a>`}</p>`
}
