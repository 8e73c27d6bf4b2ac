import { brand, outreach } from '@salonback/shared/brand.ts'
import { Addresses, Part, Policy } from '../parts/Policy.tsx'

export function Privacy() {
  const publishes = outreach.textsPublishedNumbers
  return (
    <Policy
      title="Privacy Policy"
      intro={
        <>
          {brand.name} texts past customers of salons, spas and similar businesses on those businesses’
          behalf. This page says what we hold about you, whether you run the salon or sit in its chair, what
          we do with it, and how to make us stop.
        </>
      }
    >
      <Part name="Information we collect">
        <ul>
          <li>
            <b>Contact details.</b> Your mobile number, and your name and email address if you give them to
            us. Salon owners leave theirs on this site{publishes && ', or have published them for enquiries'}.
            Customers’ details come from the salon they have visited.
          </li>
          <li>
            <b>Booking and engagement data from the salon.</b> When you last visited, what you usually book,
            which texts you were sent, whether they arrived and what you answered.
          </li>
          <li>
            <b>Technical data.</b> The country your internet address belongs to, your browser type, and the
            time of a visit. Visits are counted with Google Analytics only after you agree to it.
          </li>
        </ul>
        <p data-analytics-choice="" hidden>
          Whether your visits are counted is up to you:{' '}
          <button type="button" className="text-button">
            Change my choice
          </button>
        </p>
        <p>
          We do not ask for payment details on this site, and we do not collect special categories of data.
        </p>
      </Part>
      <Part name="How we use it">
        <p>For three things only:</p>
        <ul>
          <li>reminders about appointments and visits,</li>
          <li>offers from a salon you have been to,</li>
          <li>re-engagement: asking whether you would like to come back.</li>
        </ul>
        <p>
          If you run a business and wrote to us or joined the waitlist, we also use your details to answer you
          {publishes && '; what we do with published business numbers has its own section below'}. We never
          sell customer lists, never reuse one salon’s list for another, and never pass mobile numbers or SMS
          consent to third parties for their own marketing.
        </p>
      </Part>
      <Part name="SMS consent">
        <p>
          We text a salon’s customers only where they have agreed to hear from it, or gave it their number
          with a visit and could say no then and in every text since. We text you about our own service only
          where you gave us your number{publishes && ', or where your business has published it'}. Where
          consent is missing or out of date, an opt-in message goes first and nothing more is sent unless you
          say yes. Consent is never a condition of buying anything.
        </p>
        <p>
          We keep a record of when, how and in which words consent was given or taken back. Our legal basis is
          your consent, and for answering enquiries our legitimate interest in replying to you.
        </p>
      </Part>
      {publishes && <PublishedNumbers />}
      <Part name="How often we text">
        <p>
          Typically 3-4 messages per year from each salon. A conversation you start yourself can hold more.
        </p>
      </Part>
      <Part name="Opting out">
        <p>
          Reply <b>STOP</b> to any text and we stop, at once and for good. You may get one message that
          confirms it. To hear from us again, reply START.
        </p>
        <p>To stop emails, reply UNSUBSCRIBE to any of them.</p>
      </Part>
      <Part name="Getting help">
        <p>
          Reply <b>HELP</b> to any text, or use the addresses at the end of this page.
        </p>
      </Part>
      <Part name="Message and data rates">
        <p>
          We charge nothing for texts. Your mobile operator’s message and data rates may apply, and operators
          are not liable for delayed or undelivered messages.
        </p>
      </Part>
      <Part name="Keeping it safe">
        <p>
          Data travels encrypted, is open only to the staff who need it, and every use of the staff area is
          recorded. Our messaging and hosting providers handle it on our instructions and for no purpose of
          their own. We keep it as long as we work for the salon it came from, or until you ask us to delete
          it, and never longer than the law lets us. After deletion we keep one thing, in scrambled form: that
          your number is not to be texted.
        </p>
      </Part>
      <Part name="Your rights">
        <p>
          Wherever you live, you may ask us what we hold about you, have it corrected, have it deleted, have a
          copy to take away, object to how we use it, or withdraw consent. We answer within a month, and it
          costs nothing.
        </p>
        <p>
          In Ireland you can complain to the Data Protection Commission, in the UK to the Information
          Commissioner’s Office, and in the US to your state’s attorney general. We would rather you told us
          first.
        </p>
      </Part>
      <Part name="Contact">
        <p>
          For customers’ data, the salon decides and we act on its instructions. For data you give us on this
          site{publishes && ' and for published business numbers'}, {brand.company} decides.
        </p>
        <Addresses />
      </Part>
    </Policy>
  )
}

/** Left out where the agency does not text such numbers. */
const PublishedNumbers = () => (
  <Part name="Published business numbers">
    <ul>
      <li>
        <b>Which numbers.</b> The mobile number under which a salon, spa or similar business takes enquiries,
        with its name, category, address, rating and team size. Not private numbers.
      </li>
      <li>
        <b>Where from.</b> Public listings: the pages of booking marketplaces on which the business itself
        offers this number to the public.
      </li>
      <li>
        <b>What for.</b> One text that says who we are and what we offer the business, and at most one more if
        there is no answer. Each says how to stop.
      </li>
      <li>
        <b>Our legal basis</b> is our legitimate interest in offering our service to businesses, where the law
        lets us write to a company without asking first. In the UK and Ireland we do not rely on it for sole
        traders: they hear from us only after they have agreed.
      </li>
      <li>
        <b>How to object.</b> Reply STOP, write to{' '}
        <a href={`mailto:${brand.privacyEmail}`}>{brand.privacyEmail}</a>, or use our{' '}
        <a href="/contact">contact form</a>, also before we have written to you. You need no reason, it costs
        nothing, and we write no more. If you ask, we delete the rest as well.
      </li>
    </ul>
  </Part>
)
