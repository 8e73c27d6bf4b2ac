/** A country our forms offer. */
export type Market = 'US' | 'GB' | 'IE'

interface MarketFacts {
  name: string
  /** Other spellings in import files, upper case. */
  spellings: readonly string[]
  dialCode: '+1' | '+44' | '+353'
  /** Example in local spelling, from the range reserved for fiction. */
  example: string
  /** "Is this … number?" */
  article: string
  /** Trunk digit: dialled inside the country only. */
  trunk: string
  /** Possible mobile numbers after the trunk digit, including ranges reserved for fiction. */
  mobile: RegExp
  /** Any complete number, after the trunk digit. No number starts with the digits of its dial code. */
  whole: RegExp
  /** Accepted by the lead form, after the dial code. */
  lead: RegExp
  /** Usual grouping of the digits after the dial code. */
  groups: RegExp
  /** Types of ranges missing in the metadata (new, or reserved for fiction), after the dial code. */
  ranges: readonly (readonly [RegExp, 'mobile' | 'landline' | 'either'])[]
  /** The time zone; null if it depends on the area code. */
  zone: string | null
}

/** The countries we sell in. Forms, phone numbers and quiet hours read this table; add a market here. */
export const markets: { [market in Market]: MarketFacts } = {
  US: {
    name: 'United States',
    spellings: ['USA', 'UNITED STATES OF AMERICA'],
    dialCode: '+1',
    example: '(202) 555-0142',
    article: 'a US',
    trunk: '',
    mobile: /^[2-9]\d\d[2-9]\d{6}$/,
    whole: /^[2-9]\d{9}$/,
    lead: /^[2-9]\d{9}$/,
    groups: /^(\d{3})(\d{3})(\d{1,4})$/,
    ranges: [[/^[2-9]/, 'either']],
    zone: null,
  },
  GB: {
    name: 'United Kingdom',
    spellings: ['UK', 'GREAT BRITAIN', 'ENGLAND', 'SCOTLAND', 'WALES', 'NORTHERN IRELAND'],
    dialCode: '+44',
    example: '07700 900123',
    article: 'a UK',
    trunk: '0',
    mobile: /^7(?:[1-57-9]\d\d|624)\d{6}$/,
    whole: /^(?:7\d{9}|[123589]\d{8,9})$/,
    lead: /^[1-9]\d{9}$/,
    groups: /^(\d{4})(\d{1,6})$/,
    ranges: [
      [/^7[1-57-9]/, 'mobile'],
      [/^[12]/, 'landline'],
    ],
    zone: 'Europe/London',
  },
  IE: {
    name: 'Ireland',
    spellings: ['EIRE'],
    dialCode: '+353',
    example: '020 912 0142',
    article: 'an Irish',
    trunk: '0',
    mobile: /^(?:8[2-9]\d{7}|2091\d{5})$/,
    whole: /^(?:8\d{8}|[124-79]\d{6,8})$/,
    lead: /^[1-9]\d{8}$/,
    groups: /^(\d{2})(\d{3})(\d{1,4})$/,
    ranges: [
      [/^(?:8[3-9]|2091)/, 'mobile'],
      [/^[1-79]/, 'landline'],
    ],
    zone: 'Europe/Dublin',
  },
}

/** Markets in the order of the forms. */
export const marketCodes = ['US', 'GB', 'IE'] as const satisfies readonly Market[]

/** Splits an international number, with or without plus, into market and remaining digits. */
export function splitDialCode(number: string): { market: Market; rest: string } | null {
  const digits = number.replace(/^\+/, '')
  // No dial code in the table is a prefix of another.
  const market = marketCodes.find((code) => digits.startsWith(markets[code].dialCode.slice(1)))
  return market ? { market, rest: digits.slice(markets[market].dialCode.length - 1) } : null
}

/** Whether a number in E.164 has all its digits; of other countries, libphonenumber decides. */
export function isWhole(e164: string): boolean {
  const known = splitDialCode(e164)
  return !known || markets[known.market].whole.test(known.rest)
}

/** National digits of a number without the trunk digit. */
export function nationalDigits(typed: string, market: Market): string {
  const digits = typed.replace(/\D/g, '')
  const { trunk } = markets[market]
  return trunk && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
}

const isMobileOf = (typed: string, market: Market) =>
  markets[market].mobile.test(nationalDigits(typed, market))

/**
 * Suggests another country for a local number that is no mobile in the chosen country but is one elsewhere: otherwise
 * the text would go to a stranger. Null for numbers with a dial code and numbers that fit no market.
 */
export function suggestMarket(typed: string, chosen: Market): Market | null {
  if (/^\s*(\+|00)/.test(typed) || isMobileOf(typed, chosen)) return null
  const others = marketCodes.filter((market) => market !== chosen)
  return others.find((market) => isMobileOf(typed, market)) ?? null
}

/** The question to confirm such a number. */
export const countryQuestion = (market: Market) => `Is this ${markets[market].article} number?`
