import { brand } from '@salonback/shared/brand.ts'
import { joinWording, WORDING_VERSION } from '@salonback/shared/salons/join/wording.ts'
import { html } from 'hono/html'
import { type Html, layout } from '../salons/layout.ts'
import type { JoinRequest, JoinSalon } from './queries.ts'
import { shownNumber } from './subscriber.ts'

/** What the visitor typed, and what is wrong with it by field. */
export interface Typed {
  firstName?: string | undefined
  phone?: string | undefined
  agree?: string | undefined
  errors: Partial<Record<string, string>>
  /** Shown above the form. */
  notice?: string
}

const pathOf = ({ slug }: JoinSalon) => `/join/${slug}`

/** The form. The sentence beside the box is the one that is stored. */
export function joinPage(salon: JoinSalon, typed: Typed = { errors: {} }): Html {
  const { errors } = typed
  return layout(
    'Offers by text',
    html`<h1>Get our offers by text</h1>
  <p>At most 4 texts a year, and you can stop them with one word.</p>
  ${typed.notice ? html`<p class="problem" role="alert">${typed.notice}</p>` : ''}
  <form method="post" action="${pathOf(salon)}" class="card">
    <input type="hidden" name="wording" value="${WORDING_VERSION}">
    ${field('firstName', 'First name (optional)', typed, html`autocomplete="given-name" maxlength="40"`)}
    ${field('phone', 'Mobile number', typed, html`type="tel" autocomplete="tel" required maxlength="40"`)}
    ${problem('agree', errors)}
    <label class="consent" for="agree">
      <input id="agree" type="checkbox" name="agree" value="yes" required ${invalid('agree', errors)}>
      <span>${joinWording(salon)}</span>
    </label>
    <button class="yes">Send me a text to confirm</button>
    <p class="small">Nothing is sent but that one text until you confirm. ${salon.name} decides how your number is
      used; ${brand.name} sends the texts for it. <a href="/privacy">Privacy</a></p>
  </form>
  ${keywordHint(salon)}`,
    salon.name,
  )
}

function field(name: 'firstName' | 'phone', label: string, typed: Typed, attributes: Html): Html {
  return html`${problem(name, typed.errors)}
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${typed[name] ?? ''}" ${attributes} ${invalid(name, typed.errors)}>`
}

const problem = (name: string, errors: Typed['errors']) =>
  errors[name] ? html`<p class="problem" role="alert" id="problem-${name}">${errors[name]}</p>` : html``

/** Attributes of a field: after an error the page opens at the first one. */
const invalid = (name: string, errors: Typed['errors']) =>
  errors[name]
    ? html`aria-invalid="true" aria-describedby="problem-${name}" ${Object.keys(errors)[0] === name ? html`autofocus` : ''}`
    : html``

/** The other way to join. */
function keywordHint(salon: JoinSalon): Html {
  const number = shownNumber(salon)
  if (number === null) return html``
  return html`<p class="small">You can also text JOIN to
    <a class="number" href="sms:${salon.number}?&amp;body=JOIN">${number}</a>.</p>`
}

/** The same whether a text was sent or not: the page must not show which numbers are known. */
export const sentPage = (salon: JoinSalon, phone: string): Html =>
  layout(
    'Check your phone',
    html`<div class="done">
    <h1>Please check your phone</h1>
    <p>If <span class="number">${phone}</span> can get texts from ${salon.name}, one is on its way. Reply YES to it, or
      open its link, within 48 hours. Until then you are not on the list.</p>
    <p class="small">No text? Check the number and <a href="${pathOf(salon)}">try again</a>. Each number gets one
      confirmation a day.</p>
  </div>`,
    salon.name,
  )

/** Opening the link confirms nothing, because previews open links too. */
export function confirmPage(salon: JoinSalon, token: string, { phone, wording }: JoinRequest): Html {
  return layout(
    'Please confirm',
    html`<h1>Shall we text you our offers?</h1>
  <form method="post" action="${pathOf(salon)}/confirm/${token}" class="card">
    <p>${wording}</p>
    <p class="small">Your number ends in <span class="number">${phone.slice(-3)}</span>.</p>
    <button class="yes">Yes, text me offers</button>
    <p class="small">Not you, or changed your mind? Close this page, and nothing more is sent.</p>
  </form>`,
    salon.name,
  )
}

export const joinedPage = (salon: JoinSalon): Html =>
  layout(
    'You are in',
    html`<div class="done">
    <h1>You are in</h1>
    <p>${salon.name} sends you its offers by text, at most 4 a year. Reply STOP to any of them to stop.</p>
    <p>You can close this page.</p>
  </div>`,
    salon.name,
  )

const hints: Record<number, Html> = {
  404: html`<p>Please check the address, or ask at the salon.</p>`,
  409: html`<p>To get texts again, text START to the number that you sent STOP to. Then ask again.</p>`,
  410: html`<p>A link works for 48 hours. Open the page of the salon and ask for a new text.</p>`,
  429: html`<p>Nothing was lost. Wait a minute, then try again.</p>`,
}

export const problemPage = (message: string, status: number): Html =>
  layout('Offers by text', html`<h1>${message}</h1>${hints[status] ?? html`<p>Please try again.</p>`}`)
