import { singleLine } from '../../sms/template.ts'
import type { Country } from '../salons/contract.ts'

/** Change it with every change of a sentence below. */
export const WORDING_VERSION = '2026-11-25'

interface Party {
  /** Trading name of the salon. */
  name: string
  country: Country
}

/** TCPA: consent must not be a condition of a purchase, and the sentence must say so. */
const usTerms = ({ country }: Party) =>
  country === 'US' ? ' Consent is not a condition of any purchase. Message and data rates may apply.' : ''

/** The sentence beside the box on the join page, stored with the consent. */
export const joinWording = (party: Party) =>
  `I agree that ${party.name} may send me marketing texts with its offers, sent automatically to this number, at most 4 a year. I can stop them at any time by replying STOP.${usTerms(party)}`

/** The sentence on the poster, stored with the consent of a client who texts JOIN. `number`: as printed. */
export const keywordWording = (party: Party, number: string) =>
  `By texting JOIN to ${number} you agree that ${party.name} may send you marketing texts with its offers, sent automatically to the number you text from, at most 4 a year. Reply STOP at any time to stop them.${usTerms(party)}`

/** The text that asks for the confirmation. One segment for names of up to 25 characters and links of up to 47. */
export const confirmationText = (salonName: string, link: string) =>
  `${singleLine(salonName)}: reply YES or open ${link} to get our offers by text, at most 4 a year. Reply STOP to opt out.`

/** The answer to JOIN and YES. */
export const welcomeText = (salonName: string) =>
  `${singleLine(salonName)}: You are in. We send you our offers by text, at most 4 a year. Reply STOP to opt out.`
