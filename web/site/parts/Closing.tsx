import { CallToAction } from './CallToAction.tsx'

/** Closing line with a link to the landing page. */
export function Closing() {
  return (
    <section className="closing">
      <div className="wrap closing-row">
        <p className="d3">Rather see it first?</p>
        <CallToAction href="/#lead" className="button-large" />
      </div>
    </section>
  )
}
