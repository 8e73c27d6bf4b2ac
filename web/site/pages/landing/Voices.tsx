import { QuoteFigure } from '../../parts/QuoteFigure.tsx'
import { quotes } from '../../quotes.ts'

/** Testimonials: one large, two as received texts. */
export function Testimonials() {
  return (
    <section className="section voices">
      <div className="wrap">
        <h2 className="unseen">What owners say</h2>
        <QuoteFigure className="voice-large" quote={quotes.main} />
        <div className="voice-bubbles">
          {quotes.bubbles.map((quote) => (
            <QuoteFigure key={quote.role} className="voice-bubble" quote={quote} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** A centred line and three quotes as appointments. */
export function Strips() {
  return (
    <section className="strips-section">
      <div className="wrap">
        <h2 className="unseen">More from owners</h2>
        <QuoteFigure className="voice-inline" quote={quotes.inline} />
        <div className="strips">
          {quotes.strips.map((quote) => (
            <QuoteFigure key={quote.role} className="strip" quote={quote} />
          ))}
        </div>
      </div>
    </section>
  )
}
