import { CallToAction } from './CallToAction.tsx'

/** The last line of the quieter pages, for whoever came by one of them first. */
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
