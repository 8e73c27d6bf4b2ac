import { brand } from '../../brand.ts'

/** Change it with every change of the terms: owners then agree again. */
export const AGREEMENT_VERSION = '2026-11-24'

interface Party {
  /** Trading name of the salon. */
  name: string
  feeBps: number
}

/** What an owner agrees to, one point per entry. The joined text is stored with the agreement. */
export function agreementTerms({ name, feeBps }: Party): { title: string; text: string }[] {
  const fee = `${feeBps / 100} %`
  return [
    {
      title: 'Your list stays yours',
      text: `We use it only to text your past clients for ${name}, never for another salon and never for ourselves. You decide what happens to their data; we handle it for you.`,
    },
    {
      title: 'Nothing leaves without your yes',
      text: 'You see each offer before it is sent. We send the text that you approved, and no other.',
    },
    {
      title: 'Few texts, and an easy stop',
      text: 'A client gets at most 4 texts a year from your salon through us. Each text says how to stop, and a client who stops gets no more.',
    },
    {
      title: `You pay ${fee} of the first rebooking`,
      text: `When a past client comes back after our text, you pay ${fee} of that first visit. Once per client; later visits are free of charge. No setup cost and no subscription.`,
    },
    {
      title: 'You can end it whenever you like',
      text: `Write to ${brand.supportEmail}. We then send no more texts for your salon. Visits up to that day are still charged.`,
    },
  ]
}

/** The terms as they are stored with an agreement. */
export const agreementWording = (party: Party) =>
  agreementTerms(party)
    .map(({ title, text }) => `${title}. ${text}`)
    .join('\n')
