/** Call to action; short label on small screens. */
export function CallToAction({ href, className }: { href: string; className: string }) {
  return (
    <a className={`button button-yes ${className}`} href={href}>
      <span className="wide">Text Me the Details</span>
      <span className="narrow">Get Details</span>
    </a>
  )
}

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
