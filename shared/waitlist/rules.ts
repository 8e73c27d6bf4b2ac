import { type FieldErrors, isEmail } from '../forms.ts'
import { type Market, marketCodes, markets, nationalDigits, splitDialCode } from '../sms/markets.ts'
import { isAnswer, liveConsent } from './codes.ts'

export const HARDEST_PART_MAX = 200

/** The sentence beside the questionnaire's box; what its answerer agreed to, kept as their consent. */
export const WAITLIST_CONSENT = 'I agree to be contacted about the product services.'

/** What the live questionnaire sends. */
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

/** Digits with what people write between them, at least 8 characters in all. */
const isMobile = (text: string) => text.length >= 8 && /^\+?[\d\s()-]+$/.test(text)

/** The questionnaire's rules: the product specification, section 5. Outer spaces do not count. */
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

/** The country codes the questionnaire offers, the default first. */
export const dialCodes = ['+44', '+353', '+1'] as const
export type DialCode = (typeof dialCodes)[number]
export type DialledNumber = { dialCode: DialCode; digits: string }

/** The market with this dial code. */
export const marketOf = (dialCode: DialCode) =>
  marketCodes.find((code) => markets[code].dialCode === dialCode) as Market

/** The dial code a visitor starts with; +44 until their country is known. */
export function dialCodeFor(country: string | undefined): DialCode {
  if (country === undefined) return markets.GB.dialCode
  return markets[marketCodes.find((code) => code === country) ?? 'US'].dialCode
}

/** What the digits input keeps of what was typed: digits only, and no trunk 0 where the country has one. */
export const phoneDigits = (typed: string, dialCode: DialCode) => nationalDigits(typed, marketOf(dialCode))

const isWhole = ({ dialCode, digits }: DialledNumber) => markets[marketOf(dialCode)].whole.test(digits)

/**
 * Reads the `mobile` query parameter of /uksalon, as links in our texts carry it (usually without the plus).
 * Null when it has no known prefix, or nothing after it.
 */
export function readMobileParameter(raw: string | null): DialledNumber | null {
  const known = splitDialCode((raw ?? '').trim().replace(/^00/, ''))
  if (!known) return null
  const { dialCode } = markets[known.market]
  const digits = phoneDigits(known.rest, dialCode)
  return digits ? { dialCode, digits } : null
}

/** A number pasted whole, country and all; null for anything less. */
export function wholeNumber(typed: string): DialledNumber | null {
  const known = /^\s*(\+|00)/.test(typed) ? readMobileParameter(typed) : null
  return known && isWhole(known) ? known : null
}

/** A number as people read it: `+44 7700 900123`. Digits that fit no grouping stay together. */
export function spacedNumber(dialCode: DialCode, digits: string): string {
  return [dialCode, ...(markets[marketOf(dialCode)].groups.exec(digits)?.slice(1) ?? [digits])].join(' ')
}

/**
 * The number a link carries, for the form to show read-only: with a known prefix as it says, a local number with
 * the visitor's dial code. Null for nothing, and for what is no number of a country we serve, unless the form's own
 * rule refuses it: that the form then says beside it.
 */
export function linkedNumber(raw: string | null, visitors: DialCode): DialledNumber | null {
  const known = readMobileParameter(raw)
  if (known && (isWhole(known) || !isMobile(known.dialCode + known.digits))) return known
  if (!raw || /^\s*(\+|00)/.test(raw)) return null
  const local = { dialCode: visitors, digits: phoneDigits(raw, visitors) }
  return isWhole(local) ? local : null
}
