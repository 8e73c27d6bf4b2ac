import { type FieldErrors, INVALID_MOBILE } from '../../forms.ts'
import { type Market, marketCodes, markets, splitDialCode } from '../../sms/markets.ts'
import { pastedNumber, plainCharacters } from '../../sms/pastedNumber.ts'

export const leadCountry = (code: LeadCountry) => ({ code, ...markets[code] })

/** Countries of the landing form, in its order. */
export const leadCountries = marketCodes.map(leadCountry)

export type LeadCountry = Market

/** Consent sentence below the lead form, stored with the lead. */
export const LEAD_CONSENT = 'By submitting, you agree to receive SMS communications from us.'

/** Removes spaces, hyphens and parentheses, also those of other alphabets, and invisible marks. */
export const cleanNumber = (text: string) => plainCharacters(text).replace(/[\s()-]/g, '')

/**
 * Whether the landing form accepts this as a mobile number. With a dial code the market's rule decides; of a local
 * number only the length is checked, because the country is unknown here.
 */
export function isLeadNumber(text: string): boolean {
  if (text.length < 9) return false
  const number = cleanNumber(text)
  if (!/^\+?\d+$/.test(number)) return false
  const known = splitDialCode(number)
  // A local number can start with 1 too: only 1 followed by 2-9 is North American.
  if (known && (known.market !== 'US' || /^(\+1|1[2-9])/.test(number))) {
    return markets[known.market].lead.test(known.rest)
  }
  if (number.startsWith('0')) return number.length === 10 || number.length === 11
  if (/^[1-9]/.test(number)) return number.length === 9 || number.length === 10
  return false
}

/** Reasons that staff can override with a click. */
export const waitingReasons = ['budget', 'address', 'unusual'] as const

export const isWaiting = (withheld: string | null) => waitingReasons.some((reason) => reason === withheld)

export function leadErrors(values: { mobileNumber?: string }): FieldErrors<'mobileNumber'> {
  return isLeadNumber(values.mobileNumber ?? '') ? {} : { mobileNumber: INVALID_MOBILE }
}

/** The number in the field; a text without one is kept for its error. */
export const leadNumber = (typed: string) => pastedNumber(typed) ?? typed

/** Adds the dial code of the chosen country if the number fits it (07700 900123 with GB is +447700900123). */
export function numberWithCountry(typed: string, country: LeadCountry): string {
  const number = cleanNumber(typed)
  const known = splitDialCode(number)
  if (number.startsWith('+') || (known && markets[known.market].lead.test(known.rest))) return number
  const { dialCode, trunk } = markets[country]
  const international = dialCode + (trunk && number.startsWith(trunk) ? number.slice(trunk.length) : number)
  return isLeadNumber(international) ? international : number
}
