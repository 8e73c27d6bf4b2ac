import { brand } from '../brand.ts'

/** Sent to a lead who asked for details on the website. The landing page shows the same text. */
export const detailsText = (link: string) =>
  `Hi, it's ${brand.name}. Here's how we fill your quiet days, and what it costs: ${link} Reply STOP to opt out.`

/** The automatic answer to a yes. */
export const followUpText = (link: string) =>
  `Great! Here's how ${brand.name} works, with five quick questions to see if it suits you: ${link}`

/** Alert to the agency about a new questionnaire. `summary`: e.g. "High priority, 500-1000 numbers". */
export const waitlistAlertText = (summary: string) => `${brand.name}: new waitlist response. ${summary}`

/** Confirms an opt-out that the carrier did not answer. */
export const optOutConfirmation = `${brand.name}: you won't get any more texts from us. Reply START if you change your mind.`

/** Answers HELP where the carrier does not. */
export const helpText = `${brand.name}: texts for salon owners. Help: ${brand.supportEmail}. Reply STOP to opt out.`

/** Before the words of a test, so that no one takes it for a text of a campaign. */
export const TEST_MARK = 'Test: '
