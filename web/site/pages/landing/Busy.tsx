const prices = [
  {
    what: 'Upfront cost',
    price: 'Nothing',
    why: 'No setup fee and no subscription. You pay only when somebody rebooks.',
  },
  {
    what: 'Your time',
    price: 'One yes',
    why: 'You approve the offer. The writing, the sending and the replies are ours.',
    yes: true,
  },
  {
    what: 'Your customer list',
    price: 'Still yours',
    why: 'Never sold, never reused. It works for your campaigns and nobody else’s.',
  },
  {
    what: 'First bookings',
    price: 'Within hours',
    why: 'Texts get read. Clients can be choosing a time the same day.',
  },
]

const share = {
  what: 'Our share',
  price: '30%, once',
  why: 'Of the first rebooking we bring back. Every visit after that is all yours.',
}

/** Benefits as a price list with our share as the total. */
export function Busy() {
  return (
    <section className="section busy">
      <div className="wrap busy-columns">
        <h2 className="busy-heading">
          <span>Your hands are&nbsp;full.</span> <span>Ours are&nbsp;free.</span>
        </h2>
        <dl className="prices">
          {[...prices, share].map((line) => (
            <div key={line.what} className={line === share ? 'price price-total' : 'price'}>
              <dt className="d4">{line.what}</dt>
              <dd className={'yes' in line ? 'd4 price-yes' : 'd4'}>{line.price}</dd>
              <dd className="price-why">{line.why}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
