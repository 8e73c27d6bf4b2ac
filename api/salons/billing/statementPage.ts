import { brand } from '@salonback/shared/brand.ts'
import { longDate, money, shortDay } from '@salonback/shared/formats.ts'
import type { Owed, Statement, StatementLine } from '@salonback/shared/salons/billing/contract.ts'
import { owedFigures } from '@salonback/shared/salons/billing/labels.ts'
import {
  accountantRows,
  balanceRows,
  partyLines,
  payLine,
  toPayOf,
} from '@salonback/shared/salons/billing/paper.ts'
import {
  baseText,
  changeText,
  correctsText,
  kindOf,
  reasonsText,
  shareText,
  sumsOf,
} from '@salonback/shared/salons/billing/statementLines.ts'
import { html } from 'hono/html'
import { htmlPage } from '../../platform/http/htmlPage.ts'

type Paid = Pick<Statement, 'paid' | 'credited' | 'outstanding' | 'left' | 'state'>

export type ShownStatement = Omit<Statement, keyof Paid | 'issuedBy'>

/** The statement for the owner as a page that prints on A4 and Letter. Stored when issued, and never rendered again. */
export function statementPage(statement: ShownStatement) {
  const { number, salonName, ownerName, issuedAt, timeZone, lines, account } = statement
  const title = `Statement ${number}, ${salonName}`
  const pay = payLine(statement)
  return htmlPage({
    title,
    head: html`<meta name="referrer" content="no-referrer">
  <link rel="stylesheet" href="/o/statement.css">`,
    body: html`<body>
<main>
  <header>
    <p class="from">${brand.name}<br>${brand.supportEmail}</p>
    <h1>Statement ${number}</h1>
    <p>For ${salonName}, ${ownerName}<br>Issued on ${longDate(issuedAt, timeZone)}</p>
  </header>
  ${partiesPart(statement)}
  <div class="scroll" tabindex="0" role="region" aria-label="Lines of the statement">
  <table>
    <thead><tr>
      <th scope="col">Client</th><th scope="col">Visit</th><th scope="col">Why</th>
      <th scope="col" class="sum">Paid</th><th scope="col" class="sum">Share</th><th scope="col" class="sum">Amount</th>
    </tr></thead>
    <tbody>${lines.map((line) => row(line, statement))}</tbody>
    <tfoot>${sums(statement)}</tfoot>
  </table>
  </div>
  ${balancePart(statement)}
  <p class="total">${pay.label}: <strong>${pay.sum}</strong></p>
  ${howToPayPart(statement)}
  ${account === null ? '' : accountPart(account, statement)}
  <section>
    <h2>How this is calculated</h2>
    <p>You pay a share of the first visit of a client who came back after our text. Each line says what shows that. Later
      visits of the same client are free of charge. A mistake is corrected by another line, which takes
      the share of the difference.</p>
  </section>
  ${taxPart(statement)}
</main>
</body>`,
  })
}

const facts = (rows: readonly (readonly [label: string, value: string])[]) =>
  html`<dl>${rows.map(
    ([label, value]) => html`
      <div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}
    </dl>`

const onLines = (lines: string[]) => lines.map((line, n) => html`${n === 0 ? '' : html`<br>`}${line}`)

function partiesPart({ terms }: ShownStatement) {
  if (terms === null) return ''
  return html`<section class="parties">
    <p><b>From</b><br>${onLines(partyLines(terms.from))}</p>
    <p><b>To</b><br>${onLines(partyLines(terms.to))}</p>
  </section>`
}

function balancePart(statement: ShownStatement) {
  const rows = balanceRows(statement)
  return rows.length === 0 ? '' : html`<section class="account">${facts(rows)}</section>`
}

function howToPayPart(statement: ShownStatement) {
  const { terms } = statement
  if (terms === null || toPayOf(statement) === 0) return ''
  const { payUrl, bank, reference } = terms
  return html`<section class="account pay">
    <h2>How to pay</h2>
    ${payUrl === null ? '' : html`<p><a href="${payUrl}" rel="noreferrer">Pay online</a>, or by bank transfer:</p>`}
    ${facts([...bank, ['Reference', reference]])}
    <p>Please give the reference, so that we know who paid.</p>
  </section>`
}

function taxPart(statement: ShownStatement) {
  const rows = accountantRows(statement)
  if (rows.length === 0) return ''
  return html`<section class="account">
    <h2>For your accountant</h2>
    ${facts(rows)}
  </section>`
}

const accountPart = (
  account: Owed,
  { issuedAt, timeZone, currency }: ShownStatement,
) => html`<section class="account">
    <h2>Your account on ${longDate(issuedAt, timeZone)}</h2>
    ${facts(owedFigures(account).map(([label, sum]) => [label, money(sum, currency)]))}
    <p>Outstanding includes this statement.${account.vat === undefined ? '' : ' All sums are with VAT.'}</p>
  </section>`

const row = (line: StatementLine, { currency }: ShownStatement) => html`<tr>
      <th scope="row">${line.client}</th>
      <td>${line.visitOn === null ? '' : shortDay(line.visitOn)}</td>
      <td>${kindOf(line) === null ? '' : html`<strong>${kindOf(line)}.</strong> `}${whyText(line, currency)}</td>
      <td class="sum">${baseText(line, currency)}</td>
      <td class="sum">${shareText(line)}</td>
      <td class="sum">${money(line.amount, currency)}</td>
    </tr>`

const whyText = (line: StatementLine, currency: string) => {
  const more = [changeText(line, currency), correctsText(line)].filter((text) => text !== null)
  return [reasonsText(line.reasons), ...more.map((text) => `${text}.`)].join(' ')
}

const sums = (statement: ShownStatement) =>
  sumsOf(statement).map(
    ([label, amount]) =>
      html`<tr><th scope="row" colspan="5">${label}</th><td class="sum">${money(amount, statement.currency)}</td></tr>`,
  )
