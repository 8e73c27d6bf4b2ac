import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { anywhere, placeOf } from './areaCodes.ts'
import { isWhole, marketCodes, markets, splitDialCode } from './markets.ts'
import { pastedNumber, withoutExtension } from './pastedNumber.ts'

/** Line type. `either`: North American numbers do not show it. `other` (freephone, premium, pager…) takes no texts. */
export type PhoneType = 'mobile' | 'landline' | 'either' | 'other' | 'unknown'

/** Country spellings in import files, besides ISO codes. */
const countryNames: Record<string, CountryCode> = {
  CANADA: 'CA',
  ...Object.fromEntries(
    marketCodes.flatMap((code) =>
      [markets[code].name.toUpperCase(), ...markets[code].spellings].map((name) => [name, code]),
    ),
  ),
}

/** A number of our markets with calling code but without plus; all others need the plus. */
function isMarketNumber(digits: string): boolean {
  const known = splitDialCode(digits)
  return known !== null && markets[known.market].whole.test(known.rest)
}

/**
 * The number in E.164, or null for none, several, or an impossible one. Accepts *possible* numbers, not only valid ones,
 * because fictional and newly opened ranges must import. `country` (ISO code or common name) resolves local spellings,
 * including spreadsheet artefacts (lost zero, `.0`).
 */
export function toE164(raw: string | number | null | undefined, country?: string | null): string | null {
  const text = cellText(raw)
  if (text === null) return null
  const region = countryCode(country)
  return usualE164(text, text.replace(/\D/g, ''), region) ?? unusualE164(text, region)
}

/** The number that a person typed or pasted in a field, complete, in E.164; null if it is none or incomplete. */
export function typedNumber(text: string, country?: string | null): string | null {
  const number = pastedNumber(text)
  const phone = number && toE164(number, country)
  return phone && isWhole(phone) && !lacksTrunk(number, phone) ? phone : null
}

/** 155555501 is a part of a US number rather than a British or Irish landline without its 0. Mobiles may lack it. */
function lacksTrunk(number: string, phone: string): boolean {
  const known = splitDialCode(phone)
  if (known === null || known.rest !== number) return false
  const { trunk, mobile } = markets[known.market]
  return trunk !== '' && !mobile.test(number)
}

function unusualE164(text: string, region: CountryCode | undefined): string | null {
  const number = pastedNumber(text)
  if (number === null) return null
  for (const spelling of spellings(number, region)) {
    const phone = parsePhoneNumberFromString(spelling, region)
    if (phone?.isPossible() && !doublesDialCode(number, phone)) return phone.number
  }
  return null
}

/** 447700900 is an incomplete number of dial code 44, not a local number that starts with 44. */
function doublesDialCode(number: string, phone: PhoneNumber): boolean {
  const { countryCallingCode, nationalNumber } = phone
  return countryCallingCode !== '1' && number === nationalNumber && number.startsWith(countryCallingCode)
}

function cellText(raw: string | number | null | undefined): string | null {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw > 0 ? String(raw) : null
  if (typeof raw !== 'string' || raw.length > 80) return null
  return withoutExtension(raw.trim().replace(/^(\d+)\.0+$/, '$1')) || null
}

/** Digits and usual separators, with an optional plus at the start. */
const USUAL = /^\+?[\d ().-]+$/

/** Numbers of our markets by prefix; their length is possible in every region of the dial code. */
const usualForms: readonly { region: CountryCode; abroad: RegExp; athome: RegExp; code: string }[] = [
  { region: 'US', abroad: /^1([2-9]\d{9})$/, athome: /^1?([2-9]\d{9})$/, code: '+1' },
  { region: 'GB', abroad: /^440?([1-9]\d{9})$/, athome: /^0([1-9]\d{9})$/, code: '+44' },
  { region: 'IE', abroad: /^3530?([1-9]\d{8})$/, athome: /^0([1-9]\d{8})$/, code: '+353' },
]

/** Fast path for usual spellings, 20 times cheaper than libphonenumber; null for all others. A test compares both. */
export function usualE164(text: string, digits: string, region: CountryCode | undefined): string | null {
  if (!USUAL.test(text)) return null
  const plus = text.startsWith('+')
  const abroad = plus || digits.startsWith('00')
  const rest = abroad && !plus ? digits.slice(2) : digits
  for (const form of usualForms) {
    if (!abroad && form.region !== region) continue
    const national = (abroad ? form.abroad : form.athome).exec(rest)?.[1]
    if (national) return form.code + national
  }
  return null
}

/** Candidate readings of a number, most likely first. */
function* spellings(number: string, region: CountryCode | undefined): Generator<string> {
  const dialled = !number.startsWith('+')
  if (dialled && number.startsWith('011') && (!region || region === 'US' || region === 'CA')) {
    yield `+${number.slice(3)}`
  }
  yield number
  if (dialled && isMarketNumber(number)) yield `+${number}`
}

function countryCode(country: string | null | undefined): CountryCode | undefined {
  const name = country?.trim().toUpperCase()
  if (!name) return undefined
  return countryNames[name] ?? (isSupportedCountry(name) ? name : undefined)
}

const lineTypes: Record<string, PhoneType> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  FIXED_LINE_OR_MOBILE: 'either',
}

/** Line type by number range. Ported numbers may differ. */
export function phoneTypeOf(e164: string): PhoneType {
  const type = parsePhoneNumberFromString(e164)?.getType()
  if (type) return lineTypes[type] ?? 'other'
  const known = splitDialCode(e164)
  return (known && markets[known.market].ranges.find(([range]) => range.test(known.rest))?.[1]) ?? 'unknown'
}

/** Whether a number can receive texts by its range. */
export function takesTexts(e164: string): boolean {
  return isUsualMobile(e164) || isMobileType(phoneTypeOf(e164))
}

/** North American numbers do not show whether they are mobile. */
const isMobileType = (type: PhoneType) => type === 'mobile' || type === 'either'

/** Whether the number is valid, or in a mobile range that is newer than the metadata or reserved for fiction. */
export function isReadable(e164: string): boolean {
  if (parsePhoneNumberFromString(e164)?.isValid()) return true
  return isMobileType(phoneTypeOf(e164))
}

/** `+447700900142` → `+44 7700 900142`. Short codes and unreadable input are returned unchanged. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164
}

/** As dialled in this country (`07700 900142`); international if the number is of another one. */
export function formatPhoneIn(country: string, e164: string): string {
  const phone = parsePhoneNumberFromString(e164)
  return phone && regionOf(e164) === country ? phone.formatNational() : formatPhone(e164)
}

/** Two-letter country by libphonenumber (`GG`, `JE`, `IM` are not `GB`), or null. */
export function regionOf(e164: string): string | null {
  const phone = parsePhoneNumberFromString(e164)
  return phone?.country ?? splitDialCode(phone?.number ?? '')?.market ?? null
}

/** Whether this is a country code as used in `SEND_COUNTRIES`. */
export const isCountry = (code: string): boolean => isSupportedCountry(code)

/** North American premium-rate exchange that the metadata lists as ordinary. */
const PREMIUM_EXCHANGE = /^\+1\d{3}976/

/**
 * Whether a number is in an expensive range: premium-rate, shared-cost, personal and company-wide numbers, pagers,
 * satellite and other international networks. Ranges missing in the metadata count too, except mobile ranges of our
 * markets that are new or reserved for fiction.
 */
export function isCostly(e164: string): boolean {
  if (isPremium(e164)) return true
  const isValid = parsePhoneNumberFromString(e164)?.isValid() ?? false
  return !isValid && phoneTypeOf(e164) !== 'mobile'
}

/** Whether a number is known to be in an expensive range: staff and imports must not text these either. */
export function isPremium(e164: string): boolean {
  return !isOrdinary(e164) && isPremiumByMetadata(e164)
}

/** Fast path for mobiles and landlines of our markets: 50 times faster than the metadata. */
function isOrdinary(e164: string): boolean {
  if (!e164.startsWith('+1'))
    return /^\+(?:44(?:7(?:[1-57-9]\d\d|624)\d{6}|[12]\d{9})|3538[35-9]\d{7})$/.test(e164)
  return /^\+1\d{3}[2-9]\d{6}$/.test(e164) && placeOf(e164) !== anywhere && !PREMIUM_EXCHANGE.test(e164)
}

/** Fast path for the mobiles of our markets: 50 times faster than the metadata. A test compares both. */
const isUsualMobile = (e164: string): boolean => isOrdinary(e164) && /^\+(?:1|447|3538)/.test(e164)

/** Exported for the test that compares isPremium with it. */
export function isPremiumByMetadata(e164: string): boolean {
  const phone = parsePhoneNumberFromString(e164)
  if (!phone || phone.isNonGeographic() || PREMIUM_EXCHANGE.test(e164)) return true
  return phone.isValid() && phoneTypeOf(e164) === 'other'
}

/** The destination country, or null. North American numbers with an unassigned area code have none. */
function countryOf(e164: string): string | null {
  const phone = parsePhoneNumberFromString(e164)
  if (phone?.isValid() || phone?.countryCallingCode === '1') return phone.country ?? null
  return phone?.isNonGeographic() ? null : regionOf(e164)
}

/** Why a public text must not go to this number; null when it may. */
export function publicTextRefusal(e164: string, countries: readonly string[]): 'country' | 'range' | null {
  const country = countryOf(e164)
  if (country === null || !countries.includes(country)) {
    // Satellite numbers are expensive everywhere; an unknown area code only counts as another country.
    return country === null && !e164.startsWith('+1') ? 'range' : 'country'
  }
  return isCostly(e164) ? 'range' : null
}
