import { brand } from '@salonback/shared/brand.ts'

const clients = [
  ['Orla K.', '4 months'],
  ['Noor A.', '5 months'],
  ['Maya R.', '7 months'],
  ['Jean T.', '8 months'],
  ['Ciara M.', '9 months'],
  ['Claire D.', '11 months'],
  ['Beth W.', '1 year'],
  ['Saoirse B.', '1 year'],
] as const

/** Decoration: a list of clients not seen lately. */
function Absent() {
  return (
    <div className="absent" aria-hidden="true">
      <p className="absent-head">
        <span>Haven’t seen lately</span>
        <span>Last visit</span>
      </p>
      {clients.map(([client, since]) =>
        client === 'Maya R.' ? (
          <p key={client} className="absent-back">
            <b>{client}</b>
            <s>{since}</s>
            <span className="absent-booked">Thursday, 1:30</span>
          </p>
        ) : (
          <p key={client}>
            <b>{client}</b>
            <span>{since}</span>
          </p>
        ),
      )}
    </div>
  )
}

export function Opening() {
  return (
    <section className="opening" data-hero>
      <div className="wrap">
        <h1 className="d1 stepped">
          <span>Your next booking</span> <span>already knows you.</span>
        </h1>
        <div className="opening-columns">
          <div className="opening-copy">
            <p className="lead">
              Maya’s in your phone, seven months overdue. Answer five questions about your list and we’ll tell
              you plainly whether {brand.name} suits your business.
            </p>
            <a className="button button-yes button-large button-long" href="#questions">
              Answer five questions
            </a>
            <p className="small soft">About two minutes. No setup cost, no subscription.</p>
          </div>
          <Absent />
        </div>
      </div>
    </section>
  )
}

export function Problem() {
  return (
    <section className="section problem">
      <div className="wrap problem-columns">
        <h2 className="d2">
          <span>New clients cost money.</span> <span>Past ones cost a text.</span>
        </h2>
        <p className="lead">
          You lose touch with far more people than you ever fall out with. They move, they miss one
          appointment, they feel awkward about ringing. Meanwhile you’re paying to reach strangers.
        </p>
      </div>
    </section>
  )
}
