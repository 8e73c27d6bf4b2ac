/** @jsxImportSource hono/jsx */
import { formatPhone } from '@salonback/shared/sms/phone.ts'
import { layout } from '../../platform/http/layout.tsx'
import type { BookingLink } from './queries.ts'

/** The page of a salon without a booking page: its number, and a form to be called. */
export const callPage = (token: string, { salonName, businessPhone, callRequestedAt }: BookingLink) =>
  layout(
    salonName,
    <>
      <p class="kicker">{salonName}</p>
      <h1>Book your visit</h1>
      {businessPhone && (
        <a class="button yes" href={`tel:${businessPhone}`}>
          Call <span class="number">{formatPhone(businessPhone)}</span>
        </a>
      )}
      {callRequestedAt ? (
        <p role="status">You asked to be called. {salonName} will call you.</p>
      ) : (
        <form method="post" action={`/b/${token}/call`} class="card">
          <p>{businessPhone ? 'Or ask' : 'Ask'} the salon to call you on the number that got our text.</p>
          <button type="submit">Ask to be called</button>
        </form>
      )}
    </>,
  )

export const askedPage = ({ salonName }: BookingLink) =>
  layout(
    'Thank you',
    <>
      <p class="kicker">{salonName}</p>
      <h1>Thank you. {salonName} will call you.</h1>
      <p>You can close this page.</p>
    </>,
  )

const hints: Record<number, string> = {
  404: 'Please open the whole link from the text that you got.',
  410: 'You can no longer book the salon with it.',
  429: 'Nothing was lost. Wait a minute, then open the link again.',
}

export const problemPage = (message: string, status: number) =>
  layout(
    'About this link',
    <>
      <h1>{message}</h1>
      <p>{hints[status] ?? 'Please open the link from the text again.'}</p>
    </>,
  )
