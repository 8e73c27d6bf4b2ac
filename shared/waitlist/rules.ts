import { type FieldErrors, isEmail } from '../forms.ts'
import { type Market, marketCodes, markets, nationalDigits, splitDialCode } from '../sms/markets.ts'
import { isAnswer, liveConsent } from './codes.ts'

export const HARDEST_PART_MAX = 200

/** Consent sentence of the questionnaire, stored with the response. */
export const WAITLIST_CONSENT = 'I agree to be contacted about the product services.'

/** Fields of the live questionnaire. */
export type WaitlistValues = {
  customerCount: string
  mobileNumbersCount: string
  avgSpend: string
  hasMarketingConsent: string
  hardestPartText: string
  mobileNumber: string
  email?: string | null
  consentAgreed: boolean
}

const isConsent = (value: unknown) =>
  liveConsent.some(({ code }) => code === value) || isAnswer('hasMarketingConsent', value)

/** Digits with usual separators, at least 8 characters. */
const isMobile = (text: string) => text.length >= 8 && /^\+?[\d\s()-]+$/.test(text)

/** Rules of the questionnaire. Surrounding spaces are ignored. */
export function waitlistErrors(values: Partial<WaitlistValues>): FieldErrors<keyof WaitlistValues> {
  const errors: FieldErrors<keyof WaitlistValues> = {}
  const hardestPart = (values.hardestPartText ?? '').trim()
  const email = (values.email ?? '').trim()
  if (!isAnswer('customerCount', values.customerCount))
    errors.customerCount = 'Please select how many customers you have'
  if (!isAnswer('mobileNumbersCount', values.mobileNumbersCount))
    errors.mobileNumbersCount = 'Please select how many mobile numbers you have'
  if (!isAnswer('avgSpend', values.avgSpend)) errors.avgSpend = 'Please select your average customer spend'
  if (!isConsent(values.hasMarketingConsent))
    errors.hasMarketingConsent = 'Please let us know about your SMS marketing consent'
  if (hardestPart.length < 5)
    errors.hardestPartText = 'Please share at least a few words about your biggest challenge'
  if (hardestPart.length > HARDEST_PART_MAX)
    errors.hardestPartText = `Please keep it to ${HARDEST_PART_MAX} characters`
  if (!isMobile((values.mobileNumber ?? '').trim()))
    errors.mobileNumber = 'Please enter a valid mobile number'
  if (email && !isEmail(email)) errors.email = 'Please enter a valid email address'
  if (values.consentAgreed !== true) errors.consentAgreed = 'You must agree to continue'
  return errors
}

/** Dial codes of the questionnaire, default first. */
export const dialCodes = ['+44', '+353', '+1'] as const
export type DialCode = (typeof dialCodes)[number]
export type DialledNumber = { dialCode: DialCode; digits: string }

/** Market of a dial code. */
export const marketOf = (dialCode: DialCode) =>
  marketCodes.find((code) => markets[code].dialCode === dialCode) as Market

/** Preselected dial code; +44 until the visitor's country is known. */
export function dialCodeFor(country: string | undefined): DialCode {
  if (country === undefined) return markets.GB.dialCode
  return markets[marketCodes.find((code) => code === country) ?? 'US'].dialCode
}

/** Digits without the trunk 0. */
export const phoneDigits = (typed: string, dialCode: DialCode) => nationalDigits(typed, marketOf(dialCode))

const isWhole = ({ dialCode, digits }: DialledNumber) => markets[marketOf(dialCode)].whole.test(digits)

/** Parses the `mobile` parameter of /uksalon, usually without plus. Null without a known dial code or digits. */
export function readMobileParameter(raw: string | null): DialledNumber | null {
  const known = splitDialCode((raw ?? '').trim().replace(/^00/, ''))
  if (!known) return null
  const { dialCode } = markets[known.market]
  const digits = phoneDigits(known.rest, dialCode)
  return digits ? { dialCode, digits } : null
}

/** A complete pasted number with dial code, or null. */
export function wholeNumber(typed: string): DialledNumber | null {
  const known = /^\s*(\+|00)/.test(typed) ? readMobileParameter(typed) : null
  return known && isWhole(known) ? known : null
}

/** Grouped for reading: `+44 7700 900123`. */
export function spacedNumber(dialCode: DialCode, digits: string): string {
  return [dialCode, ...(markets[marketOf(dialCode)].groups.exec(digits)?.slice(1) ?? [digits])].join(' ')
}

/**
 * The number of a link, shown read-only in the form. A local number gets the visitor's dial code. Null if missing or not
 * from a country we serve; a number that is too short is kept so that the form can show the error.
 */
export function linkedNumber(raw: string | null, visitorDialCode: DialCode): DialledNumber | null {
  const known = readMobileParameter(raw)
  if (known && (isWhole(known) || !isMobile(known.dialCode + known.digits))) return known
  if (!raw || /^\s*(\+|00)/.test(raw)) return null
  const local = { dialCode: visitorDialCode, digits: phoneDigits(raw, visitorDialCode) }
  return isWhole(local) ? local : null
}
