/** Call to action; short label on small screens. */
export function CallToAction({ href, className }: { href: string; className: string }) {
  return (
    <a className={`button button-yes ${className}`} href={href}>
      <span className="wide">Text Me the Details</span>
      <span className="narrow">Get Details</span>
    </a>
  )
}
