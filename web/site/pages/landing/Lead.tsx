import { LEAD_CONSENT } from '@salonback/shared/sales/leads/rules.ts'
import { detailsText } from '@salonback/shared/sms/texts.ts'
import { LeadForm } from '../../forms/LeadForm.tsx'
import { ORIGIN } from '../../origin.ts'
import { Island } from '../../parts/Island.tsx'

/** Lead form, styled as a message composer, beside the text it triggers. */
export function Lead() {
  return (
    <section className="section lead-section on-yes" id="lead">
      <div className="wrap">
        <h2 className="d1 stepped">
          <span>Want to see</span> <span>how it works for you?</span>
        </h2>
        <div className="lead-columns">
          <div className="lead-form">
            <Island>
              <LeadForm filled={{}} />
            </Island>
            <p className="small">{LEAD_CONSENT}</p>
          </div>
          <div className="lead-text">
            <p className="small">What lands on your phone</p>
            <p className="bubble bubble-pale">{detailsText(`${ORIGIN}/uksalon`)}</p>
          </div>
          <p className="small lead-size">
            We start with businesses that have a few hundred past clients’ mobile numbers, and may ask to see
            the size of your list.
          </p>
        </div>
      </div>
    </section>
  )
}
