import { bookingSystems, exportGuides, guideOf } from '@salonback/shared/salons/owner/exportGuides.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import type { Link } from './parts.ts'

/** "How do I export my clients?": the steps for the owner's system, or the systems to choose from. */
export function exportGuide(link: Link): Html {
  const guide = guideOf(link.view.list?.system ?? null)
  if (!guide)
    return html`<details class="card" open>
    <summary>How do I export my clients?</summary>
    ${systemForm(link)}
  </details>`
  const isNamed = guide !== exportGuides.other
  return html`<details class="card" open id="guide">
    <summary>How do I export my clients${isNamed ? ` from ${guide.name}` : ''}?</summary>
    <ol class="guide">${guide.steps.map((step) => html`<li>${step}</li>`)}</ol>
    <p class="small">${
      guide.checkedIn === null ? 'Menus change: the words may differ a little.' : `As of ${guide.checkedIn}.`
    }</p>
    <details>
      <summary>I use another system</summary>
      ${systemForm(link)}
    </details>
  </details>`
}

const systemForm = ({ token }: Link): Html => html`<form method="post" action="/o/${token}/system">
      <fieldset>
        <legend>Where do you keep your bookings?</legend>
        <div class="systems">${bookingSystems.map(
          (system) => html`<button name="system" value="${system}">${exportGuides[system].name}</button>`,
        )}</div>
      </fieldset>
    </form>`
