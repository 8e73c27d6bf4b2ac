/** @jsxImportSource hono/jsx */
import { shortDay } from '@salonback/shared/formats.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { Form, type Link } from './parts.tsx'

/** The monthly texts with their switch. */
export function MonthlyPart({ link, home }: { link: Pick<Link, 'token'>; home: Pick<Home, 'programme'> }) {
  const { programme } = home
  if (!programme) return null
  const { isOn, byFeed } = programme
  const paused = `You paused them: ${byFeed ? '' : 'we ask for no list, and '}no texts start.`
  return (
    <>
      <h2 class="part">Texts each month</h2>
      <section class="card">
        <p>{isOn ? planOf(programme) : paused}</p>
        <Form token={link.token} to="monthly" hidden={{ on: isOn ? 'no' : 'yes' }}>
          <button type="submit">{isOn ? 'Pause the monthly texts' : 'Turn them on again'}</button>
        </Form>
      </section>
    </>
  )
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
