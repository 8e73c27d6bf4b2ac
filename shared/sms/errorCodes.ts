/** Explanations of Twilio error codes that we act on or see often. */
const explanations: Record<number, string> = {
  20003: 'The carrier refused our credentials',
  21211: 'This is not a phone number the carrier knows',
  21212: 'The carrier does not know our sender',
  21408: 'Texts to this country are switched off at the carrier',
  21601: 'Our sender cannot send texts',
  21602: 'The text was empty',
  21606: 'The carrier does not let us text from our sender',
  21610: 'This number has opted out at the carrier',
  21611: 'Too many texts were waiting at the carrier',
  21612: 'Our sender cannot reach this number',
  21614: 'This number cannot get texts; it is probably a landline',
  21617: 'The text was longer than 1600 characters',
  21659: 'The carrier does not let us text from our sender',
  21703: 'The Messaging Service has no number to send from',
  30001: 'Too many texts were waiting at the carrier',
  30003: 'The phone could not be reached',
  30004: 'The network or the phone blocked the text',
  30005: 'This number does not exist any more',
  30006: 'This is a landline, or a network that takes no texts',
  30007: 'The network filtered the text as unwanted',
  30008: 'The network gave no reason',
  30032: 'Our toll-free sender is not verified',
  30034: 'Our sender is not registered for US texts',
  30036: 'The text could not be delivered in time',
  30410: 'The network did not answer in time',
  30450: 'The carrier stopped it as suspicious traffic',
  30610: 'The carrier held it because of quiet hours',
  30640: 'This number must not be texted, says the carrier',
}

/** Explanation of an error code; null for no code. An unknown code is named so that staff can look it up. */
export function explain(code: number | null): string | null {
  if (code === null) return null
  return explanations[code] ?? `The carrier gave error ${code}`
}

/** Codes that mark a number as undeliverable: it does not exist or takes no texts. */
export const undeliverableCodes: readonly number[] = [21211, 21614, 30005, 30006]

/** Codes that report an opt-out at the carrier. */
export const optOutCodes: readonly number[] = [21610, 30640]

/** Codes that refuse the sender, whatever the text: its texts wait until it is set right. */
export const senderCodes: readonly number[] = [21212, 21601, 21606, 21659, 21703, 30032, 30034]

/** Sender codes about the texts to some countries, with the beginning of their numbers. */
const boundCodes: Record<number, string> = { 30032: '+1', 30034: '+1' }

/** The beginning of the numbers to which the code refuses the sender; null: it refuses the sender for every number. */
export function refusedPrefix(code: number, phone: string): string | null {
  const prefix = boundCodes[code]
  // Another country with this code is not understood, so nothing leaves until staff have looked.
  return prefix && phone.startsWith(prefix) ? prefix : null
}

/** The network filtered the text as spam; too many of these pause a campaign. */
export const FILTERED = 30007
