import { brand } from '../../brand.ts'
import { plural } from '../../formats.ts'
import { SEEN_DAYS } from '../billing/fees.ts'
import { textCaps } from '../clients/campaignCaps.ts'
import type { Salon } from '../salons/contract.ts'
import { withoutText } from '../visits/amount.ts'
import { RECENT_VISIT_DAYS } from '../visits/attribution.ts'

type Party = Pick<Salon, 'name' | 'feeBps' | 'attributionDays' | 'holdDays' | 'paymentDays' | 'currency'>

export interface AgreementPoint {
  title: string
  text: string
}

/** What an owner agrees to, one point per entry, with the numbers that decide about texts and fees. */
export function agreementTerms(party: Party): AgreementPoint[] {
  return [...textTerms(party), ...feeTerms(party), endTerm]
}

const textTerms = ({ name }: Party): AgreementPoint[] => [
  {
    title: 'Your list stays yours',
    text: `We use it only to text your past clients for ${name}, never for another salon and never for ourselves. You decide what happens to their data; we handle it for you.`,
  },
  {
    title: 'Nothing leaves without your yes',
    text: 'You see each offer before it is sent. We send the text that you approved, and no other. You can stop the next texts on your page.',
  },
  {
    title: 'Few texts, and an easy stop',
    text: `A client gets at most ${textCaps.perYear} texts a year from your salon through us, and none within ${plural(textCaps.daysBetween, 'day')} of another. Each text says how to stop, and a client who stops gets no more.`,
  },
]

const feeTerms = ({ feeBps, attributionDays, holdDays, paymentDays, currency }: Party): AgreementPoint[] => [
  {
    title: `You pay ${feeBps / 100} % of the first rebooking`,
    text: `When a past client comes back after our text, you pay ${feeBps / 100} % of what they paid for services at that first visit: after discounts, ${withoutText(currency)}. Once per client; later visits are free of charge. No setup cost and no subscription. ${currency === 'USD' ? 'Tax' : 'VAT'} is added to our fee where we have to charge it, and your page and each statement show the sums with it.`,
  },
  {
    title: 'Which visit counts',
    text: `The client booked after our text, and at most ${plural(attributionDays, 'day')} after the last one; if we do not know when, the day of the visit counts. They had no booking before the text and no visit in the ${plural(RECENT_VISIT_DAYS, 'day')} before it, but an earlier one that we know of. And something shows that they came back: they opened the booking link, they answered the text, your booking system has it, a newer list has the visit, or you confirm it. Consultations and patch tests are free of charge.`,
  },
  {
    title: 'Time to check each fee',
    text: `We charge a fee ${plural(holdDays, 'day')} after the visit at the earliest, and not before you could see it on your page for ${plural(SEEN_DAYS, 'day')}. You can dispute it there until the last day to pay its statement. You then do not pay it until we have decided. If you are right, you pay nothing for this client, or only for the right amount.`,
  },
  {
    title: 'One statement a month',
    text: `Once a month you get a statement, if there is something to pay, and pay it within ${plural(paymentDays, 'day')}. If you are right about a fee on it, we take it back on the next one.`,
  },
]

/** How an owner ends it. */
export const endTerm: AgreementPoint = {
  title: 'You can end it whenever you like',
  text: `Write to ${brand.supportEmail}. We then send no more texts for your salon. Visits up to that day are still charged.`,
}

/** The terms as they are stored with an agreement. */
export const agreementWording = (party: Party) =>
  agreementTerms(party)
    .map(({ title, text }) => `${title}. ${text}`)
    .join('\n')
