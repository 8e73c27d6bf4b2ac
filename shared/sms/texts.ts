import { brand } from '../brand.ts'

/** What someone gets who asks for details on the website. The landing page shows this very text. */
export const detailsText = (link: string) =>
  `Hi, it's ${brand.name}. Here's how we fill your quiet days, and what it costs: ${link} Reply STOP to opt out.`

/** The automatic answer to a yes. */
export const followUpText = (link: string) =>
  `Great! Here's how ${brand.name} works, with five quick questions to see if it suits you: ${link}`

/** What we get when a questionnaire comes in. `summary` is e.g. "High priority, 500-1000 numbers". */
export const waitlistAlertText = (summary: string) => `${brand.name}: new waitlist response. ${summary}`

/** One confirmation after an opt-out the carrier did not answer itself. */
export const optOutConfirmation = `${brand.name}: you won't get any more texts from us. Reply START if you change your mind.`

/** The answer to HELP where the carrier does not give one. */
export const helpText = `${brand.name}: texts for salon owners. Help: ${brand.supportEmail}. Reply STOP to opt out.`
