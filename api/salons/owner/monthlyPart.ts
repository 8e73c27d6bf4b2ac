import { shortDay } from '@salonback/shared/formats.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import type { Link } from './parts.ts'

/** The monthly texts with their switch. */
export function monthlyPart({ token }: Link, { programme }: Home): Html {
  if (!programme) return html``
  const { isOn, byFeed } = programme
  return html`<h2 class="part">Texts each month</h2>
  <section class="card">
    <p>${
      isOn
        ? planOf(programme)
        : byFeed
          ? 'You paused them: no texts start.'
          : 'You paused them: we ask for no list, and no texts start.'
    }</p>
    <form method="post" action="/o/${token}/monthly">
      <input type="hidden" name="on" value="${isOn ? 'no' : 'yes'}">
      <button>${isOn ? 'Pause the monthly texts' : 'Turn them on again'}</button>
    </form>
  </section>`
}

/** What happens each month, and where the fresh dates come from. */
function planOf({ until, nextAskOn, byFeed }: NonNullable<Home['programme']>): string {
  if (nextAskOn === null)
    return `Your approval for each month was until ${shortDay(until)}. For new texts we ask you again.`
  const when = `on ${shortDay(nextAskOn)}`
  return [
    `You approved your offer for each month until ${shortDay(until)}.`,
    byFeed
      ? `Your booking system sends us your bookings, so we need no list from you. We plan the texts ${when}, to those who had no text in the last 90 days.`
      : `We ask you for a fresh list ${when}, and text those who had no text in the last 90 days.`,
    'The day before, you get the words and can stop them.',
  ].join(' ')
}
