import type { FieldErrors } from '../forms.ts'
import { type Market, marketCodes, markets, splitDialCode } from '../sms/markets.ts'

export const INVALID_MOBILE = 'Please enter a valid mobile number'

export const leadCountry = (code: LeadCountry) => ({ code, ...markets[code] })

/** The countries the landing form offers, in its order. */
export const leadCountries = marketCodes.map(leadCountry)

export type LeadCountry = Market

/** The sentence beneath the lead form; what a lead agreed to, kept with the lead as its consent. */
export const LEAD_CONSENT = 'By submitting, you agree to receive SMS communications from us.'

/** A number without the spaces, hyphens and parentheses people write in it. */
export const cleanNumber = (text: string) => text.replace(/[\s()-]/g, '')

/**
 * Whether the landing form takes this as a mobile number: the product specification's rule, section 5.
 * Local forms are only measured, because the visitor's country is not known to the rule.
 */
export function isLeadNumber(text: string): boolean {
  if (text.length < 9) return false
  const number = cleanNumber(text)
  if (!/^\+?\d+$/.test(number)) return false
  const known = splitDialCode(number)
  // A local number may begin with a 1 as well; of North America only what goes on like one is meant.
  if (known && (known.market !== 'US' || /^(\+1|1[2-9])/.test(number))) {
    return markets[known.market].lead.test(known.rest)
  }
  if (number.startsWith('0')) return number.length === 10 || number.length === 11
  if (/^[1-9]/.test(number)) return number.length === 9 || number.length === 10
  return false
}

/** Reasons to hold a details text that a person may overrule with a click. */
export const waitingReasons = ['budget', 'address', 'unusual'] as const

export const isWaiting = (held: string | null) => waitingReasons.some((reason) => reason === held)

export function leadErrors(values: { mobileNumber?: string }): FieldErrors<'mobileNumber'> {
  return isLeadNumber(values.mobileNumber ?? '') ? {} : { mobileNumber: INVALID_MOBILE }
}

/**
 * What the form sends for a number typed beside a chosen country: international where the two fit together
 * (07700 900123 with GB is +447700900123), otherwise as typed, for the server to read.
 */
export function numberWithCountry(typed: string, country: LeadCountry): string {
  const number = cleanNumber(typed)
  const known = splitDialCode(number)
  if (number.startsWith('+') || (known && markets[known.market].lead.test(known.rest))) return number
  const { dialCode, trunk } = markets[country]
  const international = dialCode + (trunk && number.startsWith(trunk) ? number.slice(trunk.length) : number)
  return isLeadNumber(international) ? international : number
}
