/** @jsxImportSource hono/jsx */
import { count, plural, shortDay, timeSpan } from '@salonback/shared/formats.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { Bubbles, Contact, Form, type Link, PageHead } from './parts.tsx'

type Texts = Home['nextTexts'][number]

interface NextTexts {
  token: string
  home: Pick<Home, 'nextTexts' | 'unsent' | 'timeZone'>
}

/** The next texts: when, to how many clients, the exact words, and how to stop them. */
export const NextTexts = ({ token, home: { nextTexts, unsent, timeZone } }: NextTexts) => (
  <>
    {nextTexts.length === 0 && <p class="card">No texts are planned.</p>}
    {nextTexts.map((texts) => (
      <section class="card">
        <div>
          {whenText(texts, timeZone).map((line) => (
            <p>{line}</p>
          ))}
        </div>
        {texts.other && (
          <p>
            One half of the clients gets the first text, the other half the second. Your lists show which
            brings more back.
          </p>
        )}
        <Bubbles {...texts} />
        {texts.other && <Bubbles {...texts.other} />}
        <StopForm token={token} campaignId={texts.campaignId} />
      </section>
    ))}
    {unsent.map(({ startedOn, texts, reasons }) => (
      <section class="card">
        <p>
          {plural(texts, 'text')} of {shortDay(startedOn)} did not leave:
        </p>
        <ul class="small">
          {reasons.map((one) => (
            <li>
              {count(one.texts)} · {one.reason}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

/** The announced texts behind a link of their own. */
export function TextsPage({ token, view, typed }: Link) {
  if (!view.texts) return null
  return (
    <>
      <PageHead view={view} typed={typed} kicker="Texts of">
        {view.texts.nextTexts.length > 0 ? 'these texts leave next' : 'nothing leaves now'}
      </PageHead>
      <NextTexts token={token} home={view.texts} />
      <p class="small">
        If you have a question, <Contact />.
      </p>
    </>
  )
}

function whenText(
  { texts, firstAt, lastAt, reminders, reminderAfterDays, late, endsOn }: Texts,
  timeZone: string,
): string[] {
  const lines: string[] = []
  if (texts > 0 && (firstAt === null || lastAt === null))
    lines.push(`${plural(texts, 'text')}, paused for now.`)
  else if (texts > 0 && firstAt !== null && lastAt !== null)
    lines.push(`${plural(texts, 'text')}, ${timeSpan(firstAt, lastAt, timeZone)}.`)
  if (late !== null)
    lines.push(
      `${count(late.texts)} of them leave only with a fresh client list: yours is good until ${shortDay(late.listEndsOn)}.`,
    )
  if (endsOn !== null) lines.push(`No text leaves after ${shortDay(endsOn)}, the last day of the offer.`)
  if (reminderAfterDays !== null)
    lines.push(
      reminders > 0
        ? `Up to ${plural(reminders, 'reminder')}, ${plural(reminderAfterDays, 'day')} after the text, to clients who have not answered.`
        : `One reminder ${plural(reminderAfterDays, 'day')} later to clients who have not answered.`,
    )
  return lines
}

const StopForm = ({ token, campaignId }: { token: string; campaignId: string }) => (
  <details>
    <summary>Stop these texts</summary>
    <Form token={token} to="stop" hidden={{ campaignId }}>
      <p>
        None of them will leave, and you cannot take it back. We see that you stopped them. For new texts we
        ask you again.
      </p>
      <button type="submit">Yes, stop them</button>
    </Form>
  </details>
)
