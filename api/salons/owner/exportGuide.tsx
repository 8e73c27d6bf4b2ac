/** @jsxImportSource hono/jsx */
import { bookingSystems, exportGuides, guideOf } from '@salonback/shared/salons/owner/exportGuides.ts'
import { Form, type Link } from './parts.tsx'

/** "How do I export my clients?": the steps for the owner's system, or the systems to choose from. */
export function ExportGuide({ token, view }: Link) {
  const guide = guideOf(view.list?.system ?? null)
  if (!guide)
    return (
      <details class="card" open>
        <summary>How do I export my clients?</summary>
        <SystemForm token={token} />
      </details>
    )
  const from = guide === exportGuides.other ? '' : ` from ${guide.name}`
  return (
    <details class="card" open id="guide">
      <summary>How do I export my clients{from}?</summary>
      <ol class="guide">
        {guide.steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      <p class="small">
        {guide.checkedIn === null
          ? 'Menus change: the words may differ a little.'
          : `As of ${guide.checkedIn}.`}
      </p>
      <details>
        <summary>I use another system</summary>
        <SystemForm token={token} />
      </details>
    </details>
  )
}

const SystemForm = ({ token }: Pick<Link, 'token'>) => (
  <Form token={token} to="system">
    <fieldset>
      <legend>Where do you keep your bookings?</legend>
      <div class="systems">
        {bookingSystems.map((system) => (
          <button type="submit" name="system" value={system}>
            {exportGuides[system].name}
          </button>
        ))}
      </div>
    </fieldset>
  </Form>
)
