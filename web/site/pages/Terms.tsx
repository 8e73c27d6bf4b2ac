import { brand } from '@salonback/shared/brand.ts'
import { Addresses, Part, Policy } from '../parts/Policy.tsx'

export function Terms() {
  return (
    <Policy
      title="Terms of Service"
      intro={
        <>
          These are the terms between you and {brand.company}, trading as {brand.name}, when you use this
          site, join our waitlist or receive texts that we send.
        </>
      }
    >
      <Part name="Service overview">
        <p>
          {brand.name} is a done-for-you SMS service for salons, spas and similar businesses. You share the
          mobile numbers of past customers, we refresh their consent where it is missing or out of date, write
          a short offer, and send it once you have approved it. Customers answer, and book with you.
        </p>
        <ul>
          <li>
            <b>Cost.</b> There is no setup cost and no subscription. You pay 30% of the initial rebooking
            generated. Every later booking from that customer belongs fully to you.
          </li>
          <li>
            <b>Your list.</b> You own your customer list and keep owning it. We use it only for your
            campaigns. It is never sold or reused.
          </li>
          <li>
            <b>Your part.</b> The numbers you share must be your own customers’, gathered lawfully. You tell
            us honestly what they agreed to, and you approve the offer before anything is sent.
          </li>
          <li>
            <b>Joining.</b> We give priority to businesses with larger lists of past clients and may ask for
            proof of list size. Joining the waitlist obliges neither of us to anything.
          </li>
          <li>
            <b>Results.</b> We cannot promise how many customers will book. If nobody does, you owe nothing.
          </li>
        </ul>
      </Part>
      <Part name="SMS messaging terms">
        <ul>
          <li>
            <b>What you get.</b> By giving us your mobile number on this site you agree to receive SMS
            communications from us about the service. Customers of a salon receive reminders, offers and
            invitations to come back, in that salon’s name.
          </li>
          <li>
            <b>How often.</b> Typically 3-4 messages per year.
          </li>
          <li>
            <b>To stop,</b> reply STOP to any message. You may get one message that confirms it, and none
            after it.
          </li>
          <li>
            <b>For help,</b> reply HELP, or write to{' '}
            <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
          </li>
          <li>
            <b>Rates.</b> Message and data rates may apply. Operators are not liable for delayed or
            undelivered messages.
          </li>
          <li>
            <b>Consent</b> to texts is not a condition of any purchase. What we do with your number is in the{' '}
            <a href="/privacy">Privacy Policy</a>.
          </li>
        </ul>
      </Part>
      <Part name="Changes to these terms">
        <p>
          When these terms change, the new ones appear here with a new date, and businesses we work for are
          told at least 14 days before. A change never reaches back to a rebooking that was made under the
          terms before it.
        </p>
      </Part>
      <Part name="Contact information">
        <Addresses />
      </Part>
    </Policy>
  )
}
