export function Why() {
  return (
    <section className="section why">
      <div className="wrap why-columns">
        <h2 className="d2 why-heading">Why it works</h2>
        <p className="figure">
          <span className="d3">Over </span>
          <span className="figure-number">90%</span>
          <span className="d3"> of texts are opened within minutes.</span>
        </p>
        <div className="why-points">
          <div>
            <h3 className="d4">They already trust you</h3>
            <p>
              A past client has sat in your chair. This isn’t an advert from a stranger, it’s a note from
              their salon.
            </p>
          </div>
          <div>
            <h3 className="d4">It’s polite, personal and well timed</h3>
            <p>
              First names, a real offer, a sensible hour and an easy way to say no. You’d be happy to get it
              yourself.
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
