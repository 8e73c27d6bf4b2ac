import { brand } from '@salonback/shared/brand.ts'
import { ContactForm } from '../forms/ContactForm.tsx'
import { Closing } from '../parts/CallToAction.tsx'
import { Island } from '../parts/Island.tsx'

export function Contact() {
  return (
    <>
      <section className="contact" data-hero>
        <div className="wrap contact-columns">
          <div className="contact-facts">
            <h1 className="d2">Get in Touch</h1>
            <p className="lead">
              Ask us anything: what it costs, how consent works, whether your list is big enough.
            </p>
            <dl className="prices prices-small">
              <div className="price">
                <dt>Email</dt>
                <dd>
                  <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
                </dd>
                <dd className="price-why">Answered {brand.emailReplyTime}.</dd>
              </div>
              <div className="price">
                <dt>SMS</dt>
                <dd>
                  <a href={`sms:${brand.smsNumber}`}>{brand.smsNumberShown}</a>
                </dd>
                <dd className="price-why">Answered {brand.smsReplyTime}.</dd>
              </div>
              <div className="price">
                <dt>Hours</dt>
                <dd>{brand.supportHours}</dd>
                <dd className="price-why">{brand.supportDays}. Response times count within these hours.</dd>
              </div>
            </dl>
          </div>
          <div className="contact-form">
            <Island>
              <ContactForm filled={{}} />
            </Island>
          </div>
        </div>
      </section>
      <Closing />
    </>
  )
}
