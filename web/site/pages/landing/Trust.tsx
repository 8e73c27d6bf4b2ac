function Struck({ word }: { word: string }) {
  return (
    <span className="struck">
      {word}
      <svg viewBox="0 0 200 24" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path d="M2 20C40 17 70 17 96 12S150 7 198 4" vectorEffect="non-scaling-stroke" />
      </svg>
    </span>
  )
}

/** The promise about the customer list: drawing and text. */
export function Trust() {
  return (
    <section className="section trust">
      <div className="wrap trust-columns">
        <p className="trust-words" aria-hidden="true">
          <Struck word="Sold" />
          <Struck word="Reused" />
          <span>Yours</span>
        </p>
        <div className="trust-promise">
          <h2 className="d3">What happens to your list</h2>
          <p className="lead">
            You own it before, during and after. We never sell it and never reuse it. We use it for your
            campaigns and for nothing else.
          </p>
          <p className="small">
            Everything we send follows legal consent rules, TCPA in the US, GDPR in the UK and Ireland, and
            the other rules that apply where you are. Every text says who it’s from and how to stop.
          </p>
        </div>
      </div>
    </section>
  )
}
