import { longDate } from '@salonback/shared/formats.ts'
import { endTerm } from '@salonback/shared/salons/owner/agreement.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import { bubbles } from './parts.ts'

/** The agreement in its accepted words, each approved offer, and how to end the agreement. */
export function papersPart({ agreements, offers }: Home): Html {
  if (agreements.length + offers.length === 0) return html``
  return html`<h2 class="part">Papers</h2>
  ${agreements.map((agreement, n) => agreementPaper(agreement, n === 0))}
  ${offers.map(
    ({ version, approvedOn, approvedBy, ...texts }) => html`<details class="card">
    <summary>Offer ${version}, approved on ${dayOf(approvedOn)}</summary>
    <p class="small">By ${approvedBy}.</p>
    ${bubbles(texts)}
  </details>`,
  )}
  <details class="card">
    <summary>How to end it</summary>
    <p>${endTerm.text}</p>
  </details>`
}

const dayOf = (day: string) => longDate(day, 'UTC')

const agreementPaper = (
  { agreedOn, agreedBy, wording }: Home['agreements'][number],
  isInForce: boolean,
): Html =>
  html`<details class="card">
    <summary>${isInForce ? 'Our agreement' : 'An earlier agreement'} of ${dayOf(agreedOn)}</summary>
    <p class="small">Agreed by ${agreedBy}.</p>
    ${
      wording === null
        ? html`<p>We did not keep its words.</p>`
        : html`<div class="wording">${wording.split('\n').map(pointOf)}</div>`
    }
  </details>`

/** `Title. The words.` as it is stored: the title in bold. */
function pointOf(point: string): Html {
  const [title = '', ...words] = point.split('. ')
  return words.length === 0 ? html`<p>${point}</p>` : html`<p><b>${title}.</b> ${words.join('. ')}</p>`
}
