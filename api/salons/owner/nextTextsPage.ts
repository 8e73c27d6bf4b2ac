import { plural, timeSpan } from '@salonback/shared/formats.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import { bubbles, contact, doneNote, firstNameOf, type Link, problem } from './parts.ts'

type Texts = Home['nextTexts'][number]

/** The next texts: when, to how many clients, the exact words, and how to stop them. */
export function nextTextsPart(
  link: Link,
  { nextTexts, timeZone }: Pick<Home, 'nextTexts' | 'timeZone'>,
): Html {
  return html`${
    nextTexts.length === 0
      ? html`<p class="card">No texts are planned.</p>`
      : nextTexts.map(
          (texts) => html`<section class="card">
    <div>${whenText(texts, timeZone).map((line) => html`<p>${line}</p>`)}</div>
    ${
      texts.other
        ? html`<p>One half of the clients gets the first text, the other half the second. Your lists show which brings more back.</p>
    ${bubbles(texts)}${bubbles(texts.other)}`
        : bubbles(texts)
    }
    ${stopForm(link, texts)}
  </section>`,
        )
  }`
}

/** The announced texts behind a link of their own. */
export function textsPage(link: Link): Html {
  const { view, typed } = link
  if (!view.texts) return html``
  return html`<p class="kicker">Texts of ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, ${view.texts.nextTexts.length > 0 ? 'these texts leave next' : 'nothing leaves now'}</h1>
  ${problem(typed.notice)}
  ${doneNote(typed)}
  ${nextTextsPart(link, view.texts)}
  <p class="small">If you have a question, ${contact}.</p>`
}

function whenText(
  { texts, firstAt, lastAt, reminders, reminderAfterDays }: Texts,
  timeZone: string,
): string[] {
  const lines: string[] = []
  if (texts > 0 && (firstAt === null || lastAt === null))
    lines.push(`${plural(texts, 'text')}, paused for now.`)
  else if (texts > 0 && firstAt !== null && lastAt !== null)
    lines.push(`${plural(texts, 'text')}, ${timeSpan(firstAt, lastAt, timeZone)}.`)
  if (reminderAfterDays !== null)
    lines.push(
      reminders > 0
        ? `Up to ${plural(reminders, 'reminder')}, ${plural(reminderAfterDays, 'day')} after the text, to clients who have not answered.`
        : `One reminder ${plural(reminderAfterDays, 'day')} later to clients who have not answered.`,
    )
  return lines
}

const stopForm = ({ token }: Link, { campaignId }: Texts): Html => html`<details>
    <summary>Stop these texts</summary>
    <form method="post" action="/o/${token}/stop">
      <input type="hidden" name="campaignId" value="${campaignId}">
      <p>None of them will leave, and you cannot take it back. We see that you stopped them. For new texts we ask you again.</p>
      <button>Yes, stop them</button>
    </form>
  </details>`
