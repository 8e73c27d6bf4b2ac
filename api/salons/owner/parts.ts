import { brand } from '@salonback/shared/brand.ts'
import { longDate, plural } from '@salonback/shared/formats.ts'
import { leftText } from '@salonback/shared/salons/billing/paying.ts'
import { textCaps } from '@salonback/shared/salons/clients/campaignCaps.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'

/** Typed values of a refused form, and the reason. */
export interface Typed {
  name?: string | undefined
  note?: string | undefined
  customers?: string | undefined
  toldOfTexts?: string | undefined
  couldRefuse?: string | undefined
  consentInWriting?: string | undefined
  asksUnknownVisits?: string | undefined
  textUnknownVisits?: string | undefined
  asOf?: string | undefined
  clientId?: string | undefined
  visitOn?: string | undefined
  amount?: string | undefined
  entryId?: string | undefined
  id?: string | undefined
  words?: string | undefined
  /** Why the file of a list was refused. */
  fileError?: string | undefined
  /** Why the list was not read in another way. */
  columnError?: string | undefined
  /** Shown beside the field. */
  error?: string | undefined
  /** The field with the error, in a form with several fields. */
  errorField?: string
  /** Shown above the page. */
  notice?: string
  /** Shown above the page after an action. */
  done?: string
}

/** What the owner reads after an action, by the name of its form. */
export const thanks = {
  agree: 'Thank you. You have agreed.',
  share: 'Thank you. We have your list.',
  approve: 'Thank you. The offer is approved.',
  'request-changes': 'Thank you. We will change the offer and send you a new link.',
  stop: 'Stopped. None of these texts will leave.',
  'client-texts': 'Saved.',
  monthly: 'Saved.',
}

export interface Link {
  token: string
  view: OwnerPage
  typed: Typed
}

export const contact = html`write to <a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a> or text <a
    href="sms:${brand.smsNumber}" class="number">${brand.smsNumberShown}</a>`

export const firstNameOf = ({ ownerName }: OwnerPage) => ownerName.split(' ')[0]

export const problem = (error: string | undefined) =>
  error ? html`<p class="problem" role="alert" id="problem">${error}</p>` : html``

/** Attributes of a field with an error, which gets the focus when the page opens. */
export const invalid = ({ error }: { error?: string | undefined }) =>
  error ? html`aria-invalid="true" aria-describedby="problem" autofocus` : html``

/** A client with the number on one line. */
export function clientName(client: string): Html {
  const at = client.indexOf('+')
  return html`${client.slice(0, Math.max(at, 0))}<span class="number">${client.slice(Math.max(at, 0))}</span>`
}

/** On one line. */
const dateOf = (iso: string) => longDate(iso, 'UTC').replaceAll(' ', '\u00a0')

export const until = ({ expiresAt }: OwnerPage) =>
  expiresAt === null ? '' : `The link works until ${dateOf(expiresAt)}.`

/** A note above the page. */
export const note = (words: string | undefined) =>
  words ? html`<p class="done-note" role="status">${words}</p>` : html``

/** The result of an action. */
export const doneNote = ({ done }: Typed) => note(done)

/** The way back from a page behind a home link. */
export const wayBack = ({ token, view }: Link) =>
  view.isBehindHome ? html`<p class="back"><a href="/o/${token}">Back to your page</a></p>` : html``

/** What is left of a statement: `£13.50 to pay`. */
export function standingText(
  { total, outstanding, left = outstanding }: { total: number; outstanding: number; left?: number },
  currency: string,
): string {
  const open = outstanding > 0 ? leftText({ left, outstanding }, currency) : null
  if (open !== null) return open
  if (total === 0) return 'nothing to pay'
  return total < 0 ? 'in your favour' : 'paid'
}

/** Shows links of a sample text underlined, without an address. */
const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="link">${part}</span>` : html`${part}`))

/** An offer and its reminder as they look on a phone. */
export function bubbles({ body, reminderBody }: { body: string; reminderBody: string | null }): Html {
  const bubble = (text: string) => html`<p class="bubble">${linked(text)}</p>`
  return html`<div class="talk">
      ${bubble(body)}
      ${
        reminderBody
          ? html`<p class="later">One reminder, at least ${plural(textCaps.daysBetween, 'day')} later, if there is no answer</p>${bubble(reminderBody)}`
          : ''
      }
    </div>`
}
