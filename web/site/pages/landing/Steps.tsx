import type { ReactNode } from 'react'

function ClientList() {
  return (
    <div className="slip slip-list">
      <b>Past clients</b>
      {['Maya R.', 'Claire D.', 'Noor A.', 'Beth W.', 'Ciara M.'].map((client) => (
        <p key={client}>
          <span>{client}</span>
          <span>07700 900•••</span>
        </p>
      ))}
    </div>
  )
}

function OptIn() {
  return (
    <p className="bubble bubble-step">Still happy to hear from Willow & Rye by text? Reply YES or STOP.</p>
  )
}

function Offer() {
  return (
    <div className="slip slip-offer">
      <b>The offer</b>
      <p>We’ve missed you! 20% off a cut and finish this week, if you’d like it.</p>
      <span className="stamp">Approved</span>
    </div>
  )
}

function Texts() {
  return (
    <div className="texts">
      <p className="bubble">Hi Noor, it’s Dee at…</p>
      <p className="bubble">Hi Claire, it’s Dee at…</p>
      <p className="bubble">Hi Maya, it’s Dee at Willow & Rye…</p>
    </div>
  )
}

function Thursday() {
  return (
    <div className="slip slip-day">
      <b>Thursday</b>
      <p className="won-1">1:30 Maya R.</p>
      <p className="won-2">3:00 Noor A.</p>
      <p className="won-3">4:15 Beth W.</p>
    </div>
  )
}

const steps: { who: string; name: string; what: string; thing: ReactNode }[] = [
  {
    who: 'You',
    name: 'Share your list',
    what: 'The mobile numbers of clients who’ve been in before.',
    thing: <ClientList />,
  },
  {
    who: 'We',
    name: 'Refresh consent',
    what: 'An opt-in message goes first if consent is missing or out of date.',
    thing: <OptIn />,
  },
  {
    who: 'We write, you approve',
    name: 'Craft the offer',
    what: 'Short, friendly and in your salon’s own voice.',
    thing: <Offer />,
  },
  { who: 'We', name: 'Send it by SMS', what: 'At a sensible hour, from a name they know.', thing: <Texts /> },
  {
    who: 'They',
    name: 'Customers book',
    what: 'Straight into the gaps you wanted filled.',
    thing: <Thursday />,
  },
]

/** How it works: five steps on a line. */
export function Steps() {
  return (
    <section className="section steps on-ink">
      <div className="wrap">
        <h2 className="d2">From your list to your chair in five steps.</h2>
        <ol className="steps-line">
          {steps.map(({ who, name, what, thing }, index) => (
            <li key={name} className="step">
              <div className="step-thing" aria-hidden="true">
                {thing}
              </div>
              <div className="step-words">
                <p className="step-who">
                  <b aria-hidden="true">{index + 1}</b> {who}
                </p>
                <h3 className="d4">{name}</h3>
                <p className="step-what">{what}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
