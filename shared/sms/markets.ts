/** A country our forms offer. */
export type Market = 'US' | 'GB' | 'IE'

interface Shape {
  dialCode: '+1' | '+44' | '+353'
  /** "Is this … number?" */
  article: string
  /** The digit that goes before a number at home and never abroad. */
  trunk: string
  /** Numbers that may be a mobile's, ranges kept for fiction among them; after the trunk digit. */
  mobile: RegExp
  /** Numbers of any kind, after the trunk digit. */
  whole: RegExp
}

/** What the forms know of phone numbers: the public pages have no room for the metadata of the whole world. */
export const markets: { [market in Market]: Shape } = {
  US: {
    dialCode: '+1',
    article: 'a US',
    trunk: '',
    mobile: /^[2-9]\d\d[2-9]\d{6}$/,
    whole: /^[2-9]\d{9}$/,
  },
  GB: {
    dialCode: '+44',
    article: 'a UK',
    trunk: '0',
    mobile: /^7(?:[1-57-9]\d\d|624)\d{6}$/,
    whole: /^[1-9]\d{8,9}$/,
  },
  IE: {
    dialCode: '+353',
    article: 'an Irish',
    trunk: '0',
    mobile: /^(?:8[2-9]\d{7}|2091\d{5})$/,
    whole: /^[1-9]\d{6,8}$/,
  },
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
  const others = (Object.keys(markets) as Market[]).filter((market) => market !== chosen)
  return others.find((market) => isMobileOf(typed, market)) ?? null
}

/** Asked before such a number is sent. */
export const countryQuestion = (market: Market) => `Is this ${markets[market].article} number?`
