import { CallToAction } from '../../parts/CallToAction.tsx'
import { DayBoard } from '../../parts/DayBoard.tsx'
import { Phone } from '../../parts/Phone.tsx'

export function Hero() {
  return (
    <section className="hero" data-hero>
      <div className="wrap hero-top">
        <h1 className="d1 stepped">
          <span>They meant to come back.</span> <span>Let’s text them.</span>
        </h1>
        <div className="hero-copy">
          <p className="lead">
            People rarely fall out with their salon. They get busy, and then it’s been a year. We text the
            clients you’ve lost touch with, in your name, with an offer you’ve approved.
          </p>
          <CallToAction href="#lead" className="button-large button-long" />
          <p className="small soft">No setup cost, no subscription. You pay 30% of the first rebooking.</p>
        </div>
        <Phone />
      </div>
      <DayBoard />
    </section>
  )
}
