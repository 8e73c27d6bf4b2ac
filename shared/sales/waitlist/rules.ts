import { type FieldErrors, INVALID_MOBILE, isEmail } from '../../forms.ts'
import {
  isWhole,
  type Market,
  marketCodes,
  markets,
  nationalDigits,
  splitDialCode,
} from '../../sms/markets.ts'
import { pastedNumber, plainCharacters } from '../../sms/pastedNumber.ts'
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

/** A number of at least 8 characters, complete if it has a dial code of ours. The server checks all others. */
function isMobile(text: string): boolean {
  const number = text.length >= 8 ? pastedNumber(text) : null
  return number !== null && (!number.startsWith('+') || isWhole(withoutTrunk(number)))
}

/** +4407700900123 is dialled as +447700900123. */
const withoutTrunk = (number: string) => number.replace(/^(\+44|\+353)0/, '$1')

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
  if (!isMobile((values.mobileNumber ?? '').trim())) errors.mobileNumber = INVALID_MOBILE
  if (email && !isEmail(email)) errors.email = 'Please enter a valid email address'
  if (values.consentAgreed !== true) errors.consentAgreed = 'You must agree to continue'
  return errors
}

/** Dial codes of the questionnaire, default first. */
export const dialCodes = ['+44', '+353', '+1'] as const
export type DialCode = (typeof dialCodes)[number]
export type DialledNumber = { dialCode: DialCode; digits: string }

/** Fewer digits are a number that is still being typed. */
const SHORTEST_NUMBER = 7

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

const isComplete = ({ dialCode, digits }: DialledNumber) => isWhole(dialCode + digits)

/** Parses the `mobile` parameter of /uksalon, usually without plus. Null without a known dial code or digits. */
export function readMobileParameter(raw: string | null): DialledNumber | null {
  const plain = plainCharacters(raw ?? '').trim()
  const known = splitDialCode(pastedNumber(plain) ?? plain.replace(/^00/, ''))
  if (!known) return null
  const { dialCode } = markets[known.market]
  const digits = phoneDigits(known.rest, dialCode)
  return digits ? { dialCode, digits } : null
}

/** What a field with its own choice of dial code keeps of a text that was typed or pasted into it. */
export type TypedMobile = DialledNumber & {
  /** Its digits are several numbers, or one of another country: they must not be read as a number of this dial code. */
  unreadable: boolean
}

/**
 * Digits of the chosen dial code; a number with a dial code chooses that one. Text without a whole number is
 * still being typed: it keeps its digits.
 */
export function readTypedMobile(typed: string, chosen: DialCode): TypedMobile {
  const plain = plainCharacters(typed)
  const number = pastedNumber(plain)
  const kept = { dialCode: chosen, digits: phoneDigits(number ?? plain, chosen) }
  if (/^[^\d]*(\+|00)/.test(number ?? plain)) {
    const known = readMobileParameter(number ?? plain.replace(/^[^+\d]+/, ''))
    if (known) return { ...known, unreadable: number === null && known.digits.length >= SHORTEST_NUMBER }
    const isForeign = number?.startsWith('+') ?? false
    return { ...kept, ...(isForeign && { digits: '' }), unreadable: isForeign }
  }
  if (number === null) return { ...kept, unreadable: kept.digits.length >= SHORTEST_NUMBER }
  const known = isComplete(kept) ? null : readMobileParameter(kept.digits)
  return { ...(known && isComplete(known) ? known : kept), unreadable: false }
}

/** Grouped for reading: `+44 7700 900123`. */
export function spacedNumber(dialCode: DialCode, digits: string): string {
  return [dialCode, ...(markets[marketOf(dialCode)].groups.exec(digits)?.slice(1) ?? [digits])].join(' ')
}

/**
 * The number of a link, shown read-only in the form: after a known dial code, with or without plus, its digits. A local
 * number gets the visitor's dial code. Null if missing or not from a country we serve; an incomplete number is kept so
 * that the form can show the error.
 */
export function linkedNumber(raw: string | null, visitorDialCode: DialCode): DialledNumber | null {
  const known = readMobileParameter(raw)
  if (known) return known
  const number = pastedNumber(raw ?? '')
  if (!number || number.startsWith('+')) return null
  const local = { dialCode: visitorDialCode, digits: phoneDigits(number, visitorDialCode) }
  return isComplete(local) ? local : null
}
