import { brand } from '@salonback/shared/brand.ts'
import { QuoteFigure } from '../../parts/QuoteFigure.tsx'
import { quotes } from '../../quotes.ts'

const steps = [
  {
    who: 'You',
    says: 'Here’s my list.',
    means: 'You share the mobile numbers of past clients and tell us which days run quiet.',
  },
  {
    who: 'Us',
    says: 'Here’s your offer. OK to send?',
    means: 'We check consent, write the text in your voice, and wait for your go-ahead.',
  },
  { who: 'Them', says: 'Yes!', means: 'They reply, they pick a time, you get on with your day.' },
]

/** How it works, as three large texts. */
export function Talk() {
  return (
    <section className="section talk on-ink">
      <div className="wrap">
        <h2 className="d3">How It Works</h2>
        <ol className="talk-steps">
          {steps.map(({ who, says, means }) => (
            <li key={who} className={`talk-${who.toLowerCase()}`}>
              <span className="talk-who">{who}</span>
              <h3 className="talk-bubble">{says}</h3>
              <p>{means}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const receipt = [
  ['Cut and finish', '£48.00'],
  ['Setup', '£0.00'],
  ['Subscription', '£0.00'],
  ['Our 30%', '£14.40'],
] as const

export function Cost() {
  return (
    <section className="section cost">
      <div className="wrap cost-columns">
        <div className="cost-copy">
          <h2 className="d2">
            <span>You pay once Maya’s</span> <span>back in the chair.</span>
          </h2>
          <p className="lead">
            30% of the first rebooking, once. No setup cost, no subscription. If she comes back again, and
            again, all of that is yours.
          </p>
        </div>
        <div className="receipt">
          <div className="receipt-paper">
            <h3>Maya’s first visit back</h3>
            <dl>
              {receipt.map(([what, price]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{price}</dd>
                </div>
              ))}
              <div className="receipt-keep">
                <dt>You keep</dt>
                <dd>£33.60</dd>
              </div>
              <div className="receipt-next">
                <dt>Her next visit</dt>
                <dd>100% yours</dd>
              </div>
            </dl>
          </div>
        </div>
      </div>
    </section>
  )
}

export function Proof() {
  return (
    <section className="section proof">
      <div className="wrap proof-columns">
        <h2 className="proof-figure">90% of texts are read within 3 minutes.</h2>
        <div className="proof-voices">
          {quotes.uksalon.map((quote) => (
            <QuoteFigure key={quote.role} className="voice-ruled" quote={quote} />
          ))}
          <p className="small soft proof-trust">
            Your list stays yours. It is never sold or reused, and every campaign follows TCPA, GDPR and local
            consent rules.
          </p>
        </div>
      </div>
    </section>
  )
}

const versus = [
  ['Writing the offer', 'After closing, at the kitchen table', 'Written for you, approved by you'],
  ['Consent', 'Yours to research', 'Checked and refreshed first'],
  ['Sending', 'One by one, from your own phone', 'At a sensible hour, all at once'],
  ['If nobody books', 'An evening gone', 'You owe nothing'],
] as const

export function Versus() {
  return (
    <section className="versus">
      <div className="wrap">
        <h2 className="d2" id="versus">
          You could do it yourself, at ten at night.
        </h2>
        <table aria-labelledby="versus">
          <thead>
            <tr>
              <td />
              <th scope="col">On your own</th>
              <th scope="col">With {brand.name}</th>
            </tr>
          </thead>
          <tbody>
            {versus.map(([what, alone, withUs]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>
                  <span className="versus-side">On your own: </span>
                  {alone}
                </td>
                <td>
                  <span className="versus-side">With {brand.name}: </span>
                  <strong>{withUs}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
