import { brand } from '@salonback/shared/brand.ts'
import { longDate, money, shortDay } from '@salonback/shared/formats.ts'
import type { Owed, Statement, StatementLine } from '@salonback/shared/salons/ledger/contract.ts'
import { owedFigures } from '@salonback/shared/salons/ledger/labels.ts'
import {
  baseText,
  changeText,
  kindOf,
  reasonsText,
  shareText,
  sumsOf,
} from '@salonback/shared/salons/ledger/statementLines.ts'
import { html } from 'hono/html'
import { htmlPage } from '../../platform/http/htmlPage.ts'

type Shown = Omit<Statement, 'state' | 'settledAt' | 'issuedBy'>

/** The statement for the owner as a page that prints on A4 and Letter. Stored when issued, and never rendered again. */
export function statementPage(statement: Shown) {
  const { number, salonName, ownerName, issuedAt, timeZone, lines, total, account } = statement
  const title = `Statement ${number}, ${salonName}`
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
  <p class="total">${total < 0 ? 'We owe you' : 'You owe'} <strong>${money(Math.abs(total), statement.currency)}</strong></p>
  ${account === null ? '' : accountPart(account, statement)}
  <section>
    <h2>How this is calculated</h2>
    <p>You pay a share of the first visit of a client who came back after our text. Each line says what shows that. Later
      visits of the same client are free of charge. A mistake is corrected by another line, which takes
      the share of the difference.</p>
  </section>
  <section class="tax">
    <h2>For your accountant</h2>
    <dl>
      <div><dt>VAT number</dt><dd>to be filled in</dd></div>
      <div><dt>VAT rate and amount</dt><dd>to be filled in</dd></div>
    </dl>
  </section>
</main>
</body>`,
  })
}

const accountPart = (account: Owed, { issuedAt, timeZone, currency }: Shown) => html`<section class="account">
    <h2>Your account on ${longDate(issuedAt, timeZone)}</h2>
    <dl>${owedFigures(account).map(
      ([label, sum]) => html`
      <div><dt>${label}</dt><dd>${money(sum, currency)}</dd></div>`,
    )}
    </dl>
    <p>Outstanding includes this statement.</p>
  </section>`

const row = (line: StatementLine, { currency }: Shown) => html`<tr>
      <th scope="row">${line.client}</th>
      <td>${line.visitOn === null ? '' : shortDay(line.visitOn)}</td>
      <td>${kindOf(line) === null ? '' : html`<strong>${kindOf(line)}.</strong> `}${whyText(line, currency)}</td>
      <td class="sum">${baseText(line, currency)}</td>
      <td class="sum">${shareText(line)}</td>
      <td class="sum">${money(line.amount, currency)}</td>
    </tr>`

const whyText = (line: StatementLine, currency: string) => {
  const change = changeText(line, currency)
  return `${reasonsText(line.reasons)}${change === null ? '' : ` ${change}.`}`
}

const sums = (statement: Shown) =>
  sumsOf(statement).map(
    ([label, amount]) =>
      html`<tr><th scope="row" colspan="5">${label}</th><td class="sum">${money(amount, statement.currency)}</td></tr>`,
  )
