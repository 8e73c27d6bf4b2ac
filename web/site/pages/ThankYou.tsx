import { brand } from '@salonback/shared/brand.ts'

const next = [
  'We read your answers, all of them.',
  'If something’s unclear, we may suggest a quick chat.',
  'If it’s a fit, your invitation comes ahead of the queue.',
]

const draft = `mailto:${brand.supportEmail}?subject=${encodeURIComponent(`${brand.name} waitlist question`)}`

export function ThankYou() {
  return (
    <>
      <section className="thanks on-yes" data-hero>
        <div className="wrap">
          <h1 className="d1">You've applied!</h1>
          <h2 className="unseen">What happens next</h2>
          <ol className="thanks-steps">
            {next.map((step, index) => (
              <li key={step} className="bubble">
                <b aria-hidden="true">{index + 1}</b> {step}
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="ask">
        <div className="wrap">
          <div className="ask-row">
            <div>
              <h2 className="d3">Something to ask?</h2>
              <p>
                Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. Replies come{' '}
                {brand.emailReplyTime}.
              </p>
            </div>
            <div className="ask-buttons">
              <a className="button button-ink button-large" href="/">
                Back to Home
              </a>
              <a className="button button-line button-large" href={draft}>
                Contact Us
              </a>
            </div>
          </div>
          <p className="small soft ask-stop">To stop emails from us, reply UNSUBSCRIBE to any of them.</p>
        </div>
      </section>
    </>
  )
}
