/** The last line of the quieter pages, for whoever came by one of them first. */
export function Closing() {
  return (
    <section className="closing">
      <div className="wrap closing-row">
        <p className="d3">Rather see it first?</p>
        <a className="button button-yes button-large" href="/#lead">
          Text Me the Details
        </a>
      </div>
    </section>
  )
}
