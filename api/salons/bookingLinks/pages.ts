import { formatPhone } from '@salonback/shared/sms/phone.ts'
import { html } from 'hono/html'
import { type Html, layout } from '../salons/layout.ts'
import type { BookingLink } from './queries.ts'

/** The page of a salon without a booking page: its number, and a form to be called. */
export const callPage = (token: string, { salonName, businessPhone, callRequestedAt }: BookingLink): Html =>
  layout(
    salonName,
    html`<p class="kicker">${salonName}</p>
  <h1>Book your visit</h1>
  ${businessPhone ? callUs(businessPhone) : ''}
  ${callRequestedAt ? html`<p role="status">You asked to be called. ${salonName} will call you.</p>` : askForm(token, businessPhone)}`,
  )

const callUs = (phone: string) => html`<a class="button yes" href="tel:${phone}">Call <span
    class="number">${formatPhone(phone)}</span></a>`

const askForm = (
  token: string,
  businessPhone: string | null,
) => html`<form method="post" action="/b/${token}/call" class="card">
    <p>${businessPhone ? 'Or ask' : 'Ask'} the salon to call you on the number that got our text.</p>
    <button>Ask to be called</button>
  </form>`

export const askedPage = ({ salonName }: BookingLink): Html =>
  layout(
    'Thank you',
    html`<p class="kicker">${salonName}</p>
  <h1>Thank you. ${salonName} will call you.</h1>
  <p>You can close this page.</p>`,
  )

const hints: Record<number, string> = {
  404: 'Please open the whole link from the text that you got.',
  410: 'You can no longer book the salon with it.',
  429: 'Nothing was lost. Wait a minute, then open the link again.',
}

export const problemPage = (message: string, status: number): Html =>
  layout(
    'About this link',
    html`<h1>${message}</h1>
  <p>${hints[status] ?? 'Please open the link from the text again.'}</p>`,
  )
