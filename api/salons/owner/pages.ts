import { brand, palette } from '@salonback/shared/brand.ts'
import { count, longDate, plural } from '@salonback/shared/formats.ts'
import { MAX_NOTE, type OwnerPage } from '@salonback/shared/salons/owner/contract.ts'
import { html } from 'hono/html'
import { htmlPage } from '../../platform/http/htmlPage.ts'
import { listPage } from './listPage.ts'
import { contact, firstNameOf, type Html, invalid, type Link, problem, type Typed, until } from './parts.ts'
import { resultsPage } from './resultsPage.ts'

const bodies: Record<OwnerPage['purpose'], (link: Link) => Html> = {
  agree: agreePage,
  offer: offerPage,
  list: listPage,
  results: resultsPage,
}

/** The page that the link opens. */
export function linkPage(token: string, view: OwnerPage, typed: Typed): Html {
  return layout(view.salonName, bodies[view.purpose]({ token, view, typed }))
}

export const donePage = (message: string) =>
  layout(
    'Thank you',
    html`<div class="done">
    <h1>${message}</h1>
    <p>You can close this page. If you have a question, ${contact}.</p>
  </div>`,
  )

const newLink = html`<p>If you need a new link, ${contact}, and we send you one.</p>`

const hints: Record<number, Html> = {
  404: html`<p>Please open the whole address from the text that we sent you.</p>${newLink}`,
  410: html`<p>Each link works once and for a limited time.</p>${newLink}`,
  429: html`<p>Nothing was lost. Wait a minute, then open the link again.</p>`,
}

export const problemPage = (message: string, status: number) =>
  layout(
    'About this link',
    html`<h1>${message}</h1>
  ${hints[status] ?? html`<p>Please open the link from our text again.</p>${newLink}`}`,
  )

function agreePage({ token, view, typed }: Link): Html {
  const points = view.terms?.points ?? []
  return html`<p class="kicker">Agreement for ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, here is what we agree</h1>
  <ol class="terms">${points.map(({ title, text }) => html`<li><h2>${title}</h2><p>${text}</p></li>`)}</ol>
  <form method="post" action="/o/${token}/agree" class="card">
    ${problem(typed.error)}
    <label for="name">Your full name</label>
    <input id="name" name="name" value="${typed.name ?? ''}" autocomplete="name" required minlength="2"
      maxlength="100" ${invalid(typed)}>
    <button class="yes">I agree</button>
    <p class="small">With these terms we store your name, the time and your internet address.
      ${until(view)}</p>
  </form>`
}

function offerPage({ token, view, typed }: Link): Html {
  const { offer } = view
  if (!offer) return html``
  return html`<p class="kicker">Offer for ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, is this text right?</h1>
  ${problem(typed.notice)}
  ${phone(view.salonName, offer)}
  <p class="small centred">This is how it would reach you. Each client sees their own first name, or “there” if we
    have none, and a link of their own.</p>
  ${facts(offer)}
  <form method="post" action="/o/${token}/approve" class="card">
    <input type="hidden" name="sha256" value="${offer.sha256}">
    <button class="yes">Approve</button>
    <p class="small">We then send this text and no other. ${until(view)}</p>
  </form>
  ${changes(token, offer.sha256, typed)}`
}

type ShownOffer = NonNullable<OwnerPage['offer']>

function phone(salonName: string, { body, reminderBody }: ShownOffer): Html {
  const bubble = (text: string) => html`<p class="bubble">${linked(text)}</p>`
  return html`<figure class="phone" aria-label="The text on a phone">
    <div class="who"><span class="face" aria-hidden="true">${[...salonName][0]}</span>${salonName}</div>
    <div class="talk">
      ${bubble(body)}
      ${
        reminderBody
          ? html`<p class="later">One reminder, at least 7 days later, if there is no answer</p>${bubble(reminderBody)}`
          : ''
      }
    </div>
  </figure>`
}

/** Links look like links, but the sample leads nowhere. */
const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="link">${part}</span>` : html`${part}`))

function facts({ people, eligible, countedOn, feePercent }: ShownOffer): Html {
  const onList = countedOn
    ? `${count(eligible)} of the ${plural(people, 'client')} on your list, as of ${longDate(countedOn, 'UTC')}.`
    : 'The clients on your list.'
  const listed = countedOn && people === 0 ? 'The clients on your list, which we do not have yet.' : onList
  const who = `${listed} We leave out those who may not be texted.`
  return html`<dl class="facts">
    <div><dt>Who gets it</dt><dd>${who}</dd></div>
    <div><dt>When</dt><dd>Tuesday to Saturday, 10:00 to 18:00 at your salon.</dd></div>
    <div><dt>What it costs</dt><dd>Nothing now. You pay ${feePercent} % of the first visit of a client who comes back.</dd></div>
  </dl>`
}

function changes(token: string, sha256: string, typed: Typed): Html {
  return html`<details class="card" ${typed.note === undefined ? '' : 'open'}>
    <summary>Ask for changes</summary>
    <form method="post" action="/o/${token}/request-changes">
      <input type="hidden" name="sha256" value="${sha256}">
      ${problem(typed.error)}
      <label for="note">What should we change?</label>
      <textarea id="note" name="note" rows="4" required maxlength="${MAX_NOTE}"
        ${invalid(typed)}>${typed.note ?? ''}</textarea>
      <button>Send</button>
    </form>
  </details>`
}

/**
 * A page in the name of ours or of a salon. The meta tag, because with `no-referrer` browsers send `Origin: null` with
 * forms. It allows the bare origin only.
 */
export function layout(title: string, body: Html, name: string = brand.name): Html {
  return htmlPage({
    title: `${title} · ${name}`,
    head: html`<meta name="referrer" content="strict-origin">
  <meta name="color-scheme" content="light dark">
  <meta name="theme-color" content="${palette.blush}" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="${palette.night}" media="(prefers-color-scheme: dark)">
  <link rel="stylesheet" href="/o/owner.css">`,
    body: html`<body>
  <header><span class="brand">${name}<span class="dot" aria-hidden="true"></span></span></header>
  <main>${body}</main>
  <footer>${brand.tradingLine}</footer>
</body>`,
  })
}
