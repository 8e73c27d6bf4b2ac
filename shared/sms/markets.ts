/** A country our forms offer. */
export type Market = 'US' | 'GB' | 'IE'

interface MarketFacts {
  name: string
  /** Other ways a file may spell it, in capitals. */
  spellings: readonly string[]
  dialCode: '+1' | '+44' | '+353'
  /** A number as people there write it: fiction's own. */
  example: string
  /** "Is this … number?" */
  article: string
  /** The digit that goes before a number at home and never abroad. */
  trunk: string
  /** Numbers that may be a mobile's, ranges kept for fiction among them; after the trunk digit. */
  mobile: RegExp
  /** Numbers of any kind, after the trunk digit. */
  whole: RegExp
  /** How the lead form takes it, after the dial code. */
  lead: RegExp
  /** How people group the digits after the dial code. */
  groups: RegExp
  /** Kinds of ranges that the metadata does not know, kept for fiction or new; after the dial code. */
  ranges: readonly (readonly [RegExp, 'mobile' | 'landline' | 'either'])[]
  /** The one time zone; null where the area code tells. */
  zone: string | null
}

/** All we know of the countries we sell in. Forms, phone numbers and quiet hours read it: a market is added here. */
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
    whole: /^[1-9]\d{8,9}$/,
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
    whole: /^[1-9]\d{6,8}$/,
    lead: /^[1-9]\d{8}$/,
    groups: /^(\d{2})(\d{3})(\d{1,4})$/,
    ranges: [
      [/^(?:8[3-9]|2091)/, 'mobile'],
      [/^[1-79]/, 'landline'],
    ],
    zone: 'Europe/Dublin',
  },
}

/** The markets in the order the forms offer them. */
export const marketCodes = ['US', 'GB', 'IE'] as const satisfies readonly Market[]

/** The market whose dial code an international number begins with, plus or not, and what follows it. */
export function splitDialCode(number: string): { market: Market; rest: string } | null {
  const digits = number.replace(/^\+/, '')
  // No dial code of ours begins another.
  const market = marketCodes.find((code) => digits.startsWith(markets[code].dialCode.slice(1)))
  return market ? { market, rest: digits.slice(markets[market].dialCode.length - 1) } : null
}

/** A number as it follows its dial code: digits alone, without one trunk digit. */
export function nationalDigits(typed: string, market: Market): string {
  const digits = typed.replace(/\D/g, '')
  const { trunk } = markets[market]
  return trunk && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
}

const isMobileOf = (typed: string, market: Market) =>
  markets[market].mobile.test(nationalDigits(typed, market))

/**
 * The country a local number was more likely meant for than the `chosen` one: a mobile there, and none here. Sent as
 * it stands it would be a stranger's. Null for what names its own country, and for what fits nowhere.
 */
export function likelierMarket(typed: string, chosen: Market): Market | null {
  if (/^\s*(\+|00)/.test(typed) || isMobileOf(typed, chosen)) return null
  const others = marketCodes.filter((market) => market !== chosen)
  return others.find((market) => isMobileOf(typed, market)) ?? null
}

/** Asked before such a number is sent. */
export const countryQuestion = (market: Market) => `Is this ${markets[market].article} number?`
