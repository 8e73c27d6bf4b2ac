import { count, longDate, plural } from '@salonback/shared/formats.ts'
import { MAX_NOTE } from '@salonback/shared/salons/owner/contract.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { html } from 'hono/html'
import { type Html, layout } from '../salons/layout.ts'
import { handoverPage } from './handoverPage.ts'
import { homePage } from './homePage.ts'
import { listPage } from './listPage.ts'
import { textsPage } from './nextTextsPage.ts'
import {
  bubbles,
  contact,
  doneNote,
  firstNameOf,
  invalid,
  type Link,
  problem,
  type Typed,
  type thanks,
  until,
  wayBack,
} from './parts.ts'
import { resultsPage } from './resultsPage.ts'

const bodies: Record<OwnerPage['purpose'], (link: Link) => Html> = {
  agree: agreePage,
  offer: offerPage,
  list: listPage,
  results: resultsPage,
  handover: handoverPage,
  texts: textsPage,
  home: homePage,
}

/** Pages that show the result of an action below their heading. */
const showsNote: readonly string[] = ['home', 'results', 'handover', 'texts']

/** The page that the link opens. */
export function linkPage(token: string, view: OwnerPage, typed: Typed): Html {
  const link = { token, view, typed }
  const note = showsNote.includes(view.purpose) ? '' : doneNote(typed)
  return layout(view.salonName, html`${wayBack(link)}${note}${bodies[view.purpose](link)}`)
}

/** What happens next, by the name of the form. */
const nextSteps: Record<Exclude<keyof typeof thanks, 'stop' | 'client-texts' | 'monthly'>, string> = {
  agree: 'Next, we need your client list.',
  share: 'Next, we write your offer. You read it before anything is sent.',
  approve: 'Next, we send it to your past clients, a few each day.',
  'request-changes': 'Until you approve it, nothing is sent.',
}

interface Done {
  /** The name of the form. */
  name: string
  message: string
  /** The owner has a home link. */
  hasHome: boolean
}

/** The last page of a link that works once, with what happens next. */
export const donePage = ({ name, message, hasHome }: Done) =>
  layout(
    'Thank you',
    html`<div class="done">
    <h1>${message}</h1>
    <p>${nextSteps[name as keyof typeof nextSteps] ?? ''}
      ${hasHome ? 'Your page shows it: open the link to it that we sent you.' : 'We send you a link for it.'}</p>
    <p class="small">If you have a question, ${contact}.</p>
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
  const { points = [], agreedBeforeOn = null } = view.terms ?? {}
  return html`<p class="kicker">Agreement for ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, here is what we agree</h1>
  ${
    agreedBeforeOn === null
      ? ''
      : html`<p>Our terms have changed since you agreed on ${longDate(agreedBeforeOn, 'UTC')}. Until you accept them, no new
    texts start.${view.isBehindHome ? ' Your page shows what you agreed before.' : ''}</p>`
  }
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
    <button class="yes">${offer.repeatUntil ? 'Approve for each month' : 'Approve for this time'}</button>
    <p class="small">We then send this text and no other. ${until(view)}</p>
  </form>
  ${changes(token, offer.sha256, typed)}`
}

type ShownOffer = NonNullable<OwnerPage['offer']>

const phone = (salonName: string, offer: ShownOffer): Html =>
  html`<figure class="phone" aria-label="The text on a phone">
    <div class="who"><span class="face" aria-hidden="true">${[...salonName][0]}</span>${salonName}</div>
    ${bubbles(offer)}
  </figure>`

function facts({ people, eligible, countedOn, feePercent, repeatUntil }: ShownOffer): Html {
  const onList = countedOn
    ? `${count(eligible)} of the ${plural(people, 'client')} on your list, as of ${longDate(countedOn, 'UTC')}.`
    : 'The clients on your list.'
  const listed = countedOn && people === 0 ? 'The clients on your list, which we do not have yet.' : onList
  const who = `${listed} We leave out those who may not be texted.`
  return html`<dl class="facts">
    <div><dt>Who gets it</dt><dd>${who}</dd></div>
    <div><dt>When</dt><dd>Tuesday to Saturday, 10:00 to 18:00 at your salon.</dd></div>
    <div><dt>How often</dt><dd>${repeatText(repeatUntil)}</dd></div>
    <div><dt>What it costs</dt><dd>Nothing now. You pay ${feePercent} % of the first visit of a client who comes back.</dd></div>
  </dl>`
}

/** What the approval covers. */
const repeatText = (until: string | null) =>
  until === null
    ? 'This time only. For new texts we ask you again.'
    : `Each month until ${longDate(until, 'UTC')}: we ask you for a fresh list, unless your booking system sends us your bookings, and text those who had no text in the last 90 days. The day before, you get the words and can stop them.`

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
