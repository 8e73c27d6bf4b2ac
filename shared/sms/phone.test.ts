import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import {
  formatPhone,
  isCostly,
  isPremium,
  isPremiumByMetadata,
  phoneTypeOf,
  publicTextRefusal,
  regionOf,
  takesTexts,
  toE164,
  usualE164,
} from './phone.ts'

describe('toE164', () => {
  const cases: [raw: string | number | null | undefined, country: string | undefined, e164: string | null][] =
    [
      ['+44 (0)7700 900142', 'GB', '+447700900142'],
      ['+44 (0)7700 900142', undefined, '+447700900142'],
      ['+44 7700 900142', 'US', '+447700900142'],
      ['+4407700900142', 'GB', '+447700900142'],
      ['(+44) 7700-900142', 'GB', '+447700900142'],
      ['+44‑7700‑900142', 'GB', '+447700900142'],
      ['\u202a+447700900142\u202c', 'GB', '+447700900142'],
      ['＋４４７７００９００１４２', 'GB', '+447700900142'],
      ['tel:+447700900142', 'GB', '+447700900142'],
      ['Mob: 07700 900142', 'GB', '+447700900142'],
      ['07700 900142', 'GB', '+447700900142'],
      ['07700 900142', 'UK', '+447700900142'],
      ['07700 900142', 'United Kingdom', '+447700900142'],
      ['07700 900142', ' gb ', '+447700900142'],
      ['07700 900142', undefined, null],
      ['07700 900142', 'Atlantis', null],
      ['07700.900.142', 'GB', '+447700900142'],
      ['00447700900142', 'GB', '+447700900142'],
      ['00447700900142', 'US', '+447700900142'],
      ['00447700900142', undefined, '+447700900142'],
      ['0044 (0) 7700 900142', 'GB', '+447700900142'],
      ['00353 20 913 3962', 'IE', '+353209133962'],
      ['011447700900142', 'US', '+447700900142'],
      ['011 44 7700 900142', 'US', '+447700900142'],
      ['011 353 20 913 3962', undefined, '+353209133962'],
      ['447700900142', 'GB', '+447700900142'],
      ['447700900142', 'US', '+447700900142'],
      ['44 7700 900142', undefined, '+447700900142'],
      ['44 0 7700 900142', 'GB', '+447700900142'],
      ['353209133962', 'IE', '+353209133962'],
      ['353 20 913 3962', 'GB', '+353209133962'],
      ['353 20 913 3962', undefined, '+353209133962'],
      ['+353 (0)20 913 3962', 'IE', '+353209133962'],
      ['020 913 3962', 'IE', '+353209133962'],
      ['020 913 3962', 'Ireland', '+353209133962'],
      ['7700900142', 'GB', '+447700900142'],
      [7700900142, 'GB', '+447700900142'],
      [447700900142, undefined, '+447700900142'],
      ['7700900142.0', 'GB', '+447700900142'],
      ['209133962', 'IE', '+353209133962'],
      ['2079460123', 'GB', '+442079460123'],
      ['2079460123', undefined, null],
      ['01632 960123', 'GB', '+441632960123'],
      ['(805) 555-0186', 'US', '+18055550186'],
      ['805.555.0186', 'USA', '+18055550186'],
      ['1 805 555 0186', 'US', '+18055550186'],
      ['1 805 555 0186', 'GB', '+18055550186'],
      ['18055550186', undefined, '+18055550186'],
      ['+1 (805) 555-0186', 'IE', '+18055550186'],
      ['07700 900142 ext 3', 'GB', '+447700900142'],
      ['07700 900142 / 07700 900143', 'GB', null],
      ['07700900142, 020 7946 0123', 'GB', null],
      ['07700 900142 or 07700 900143', 'GB', null],
      ['07700 900142\n07700 900143', 'GB', null],
      ['07700 900142 07700 900143', 'GB', null],
      ['0770090014207700900143', 'GB', null],
      ['+447700900142+447700900143', 'GB', null],
      ['+447700900142; +447700900143', 'GB', null],
      ['+35320 913 3962 and 020 913 3963', 'IE', null],
      ['555-0186', 'US', null],
      ['+44 7700 9001', 'GB', null],
      ['12', 'US', null],
      ['999', 'GB', null],
      ['call us!', 'GB', null],
      ['', 'GB', null],
      ['   ', 'GB', null],
      [null, 'GB', null],
      [undefined, undefined, null],
      [Number.NaN, 'GB', null],
      [-447700900142, 'GB', null],
      [7700900142.5, 'GB', null],
      ['99999999999999999999999999', 'GB', null],
    ]
  test.each(cases)('%j in %s is %s', (raw, country, e164) => {
    expect(toE164(raw, country)).toBe(e164)
  })

  test('an E.164 number stays unchanged', () => {
    for (const [, , e164] of cases) if (e164) expect(toE164(e164)).toBe(e164)
  })
})

test.each([
  ['+447700900142', 'mobile', 'GB', '+44 7700 900142'],
  ['+447911123456', 'mobile', 'GG', '+44 7911 123456'],
  ['+441632960123', 'landline', 'GB', '+44 1632 960123'],
  ['+442079460123', 'landline', 'GB', '+44 20 7946 0123'],
  ['+448081570123', 'other', 'GB', '+44 808 157 0123'],
  ['+353209133962', 'mobile', 'IE', '+353 20 913 3962'],
  ['+353850123456', 'mobile', 'IE', '+353 85 012 3456'],
  ['+35312345678', 'landline', 'IE', '+353 1 234 5678'],
  ['+18055550186', 'either', 'US', '+1 805 555 0186'],
  ['+14165550123', 'either', 'CA', '+1 416 555 0123'],
  ['+15005550006', 'other', 'US', '+1 500 555 0006'],
  ['+33612345678', 'mobile', 'FR', '+33 6 12 34 56 78'],
])('%s is a %s of %s', (e164, type, region, shown) => {
  expect(phoneTypeOf(e164)).toBe(type)
  expect(regionOf(e164)).toBe(region)
  expect(formatPhone(e164)).toBe(shown)
})

test.each(['60777', '1234', '', 'not a number', '447700900142'])('%j is formatted unchanged', (raw) => {
  expect(formatPhone(raw)).toBe(raw)
})

test('a short code has neither region nor type', () => {
  expect(regionOf('60777')).toBeNull()
  expect(phoneTypeOf('60777')).toBe('unknown')
})

describe('publicTextRefusal', () => {
  const markets = ['GB', 'IE', 'US']
  test.each([
    // Our markets: valid, reserved for fiction or newly opened.
    ['+447400123456', null],
    ['+447700900123', null],
    ['+447912999999', null],
    ['+353871234567', null],
    ['+353209120142', null],
    ['+353841234567', null],
    ['+12025550142', null],
    ['+13125550100', null],
    ['+19455550100', null],
    // Other countries.
    ['+994501234567', 'country'],
    ['+84912345678', 'country'],
    ['+18765550123', 'country'],
    ['+14165550123', 'country'],
    ['+17875550123', 'country'],
    ['+16715550123', 'country'],
    ['+13405550100', 'country'],
    ['+12425550123', 'country'],
    ['+14415550100', 'country'],
    ['+16645550100', 'country'],
    ['+18095550100', 'country'],
    ['+447911123456', 'country'],
    ['+447797123456', 'country'],
    ['+447624123456', 'country'],
    // Unassigned area codes.
    ['+15555550123', 'country'],
    ['+12995550123', 'country'],
    ['+12335550123', 'country'],
    ['+12020550123', 'country'],
    ['+17105550123', 'country'],
    ['+14565550123', 'country'],
    // Premium, shared cost, personal, company-wide, pagers, free phone, voice over the internet.
    ['+449098765432', 'range'],
    ['+449000000000', 'range'],
    ['+448443217654', 'range'],
    ['+448712345678', 'range'],
    ['+443031234567', 'range'],
    ['+447012345678', 'range'],
    ['+447000000000', 'range'],
    ['+447600000000', 'range'],
    ['+447612345678', 'range'],
    ['+445512345678', 'range'],
    ['+445612345678', 'range'],
    ['+448001234567', 'range'],
    ['+3531512345678', 'range'],
    ['+3531520123456', 'range'],
    ['+353818123456', 'range'],
    ['+353700123456', 'range'],
    ['+19002345678', 'range'],
    ['+12029761234', 'range'],
    ['+15005550006', 'range'],
    ['+15215550100', 'range'],
    ['+18005550100', 'range'],
    // Satellite and international networks.
    ['+870773111632', 'range'],
    ['+881612345678', 'range'],
    ['+882161234567', 'range'],
    ['+883510012345', 'range'],
    ['+8835100123456', 'range'],
    ['+878101234567890', 'range'],
    ['+888123456789', 'range'],
    ['+979123456789', 'range'],
    ['+80812345678', 'range'],
    // Not numbers.
    ['60777', 'range'],
    ['', 'range'],
  ])('%j is refused for %s', (phone, reason) => {
    expect(publicTextRefusal(phone, markets)).toBe(reason)
  })

  test('adding a country allows only its ordinary numbers', () => {
    expect(publicTextRefusal('+33612345678', ['FR'])).toBeNull()
    expect(publicTextRefusal('+33899123456', ['FR'])).toBe('range')
    expect(publicTextRefusal('+14165550123', ['CA'])).toBeNull()
    expect(publicTextRefusal('+12025550142', ['CA'])).toBe('country')
    expect(publicTextRefusal('+447700900123', [])).toBe('country')
  })

  test('only area codes assigned to the US count as the US', () => {
    const open = Array.from({ length: 800 }, (_, n) => `+1${n + 200}5550123`).filter(
      (phone) => publicTextRefusal(phone, ['US']) === null,
    )
    expect(open.length).toBeGreaterThan(300)
    expect(open.filter((phone) => regionOf(phone) !== 'US' || phoneTypeOf(phone) !== 'either')).toEqual([])
    // Never assigned: N11, expansion codes, 37X and 96X.
    expect(open.filter((phone) => /^\+1(\d11|\d9\d|37\d|96\d)/.test(phone))).toEqual([])
  })
})

test.each([
  ['+447700900199', false],
  ['+994501234567', false],
  ['+33612345678', false],
  ['+449098765432', true],
  ['+881612345678', true],
  ['+870773111632', true],
])('isCostly(%j) is %s in every country', (phone, costly) => {
  expect(isCostly(phone)).toBe(costly)
})

test.each([
  ['+447700900199', false],
  ['+441632960053', false],
  ['+14165550123', false],
  ['+449098765432', true],
  ['+448001111111', true],
  ['+12129765432', true],
  ['+881612345678', true],
])('isPremium(%j) is %s', (phone, premium) => {
  expect(isPremium(phone)).toBe(premium)
})

/** Seeded: the same numbers in every run. */
function* randomSpellings(count: number): Generator<[text: string, region: CountryCode | undefined]> {
  let seed = 42
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * limit)
  }
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T
  const plus = ['+1', '+1 (', '+44', '+440', '+44 (0)', '+353', '+353(0)']
  const starts = ['', '0', '1', ...plus, '0044', '00440', '00353', '001']
  const odd = ['+', '00', '011', '44', '353', '(', '+441', '+1 1', '+44 00', '00 (0) 44']
  for (let n = 0; n < count; n++) {
    let text = one(below(4) === 0 ? odd : starts)
    for (let digits = 8 + below(4); digits > 0; digits--) {
      text += below(10)
      if (below(6) === 0) text += one([' ', '-', '.', ') ', '(', ' - ', '  '])
    }
    yield [text.trim(), one([undefined, 'US', 'GB', 'IE', 'CA', 'FR', 'JE'])]
  }
}

test('the fast path agrees with libphonenumber', () => {
  let usual = 0
  for (const [text, region] of randomSpellings(100_000)) {
    const digits = text.replace(/\D/g, '')
    const ours = usualE164(text, digits, region)
    if (ours === null) continue
    usual++
    const spelled = !text.includes('+') && digits.startsWith('00') ? `+${digits.slice(2)}` : text
    const phone = parsePhoneNumberFromString(spelled, region)
    const its = phone?.isPossible() ? phone.number : null
    if (its !== ours) expect([text, region, ours]).toEqual([text, region, its])
  }
  expect(usual).toBeGreaterThan(10_000)
})

/** A number of every range of our markets, and broken ones. */
function everyRange(): string[] {
  const ends = ['0000000', '5550142', '9999999']
  const american = Array.from({ length: 800 }, (_, n) =>
    [2, 5, 9].map((digit) => `+1${n + 200}${digit}${ends[n % 3]?.slice(1)}`),
  )
  const british = Array.from({ length: 9000 }, (_, n) => `+44${1000 + n}${ends[n % 3]?.slice(1)}`)
  const irish = Array.from({ length: 900 }, (_, n) => `+353${n + 100}${ends[n % 3]?.slice(1)}`)
  const short = ['+4477', '+447700', '+44771234567', '+4477123456789', '+1202555', '+353', '[erased]', '']
  return [...american.flat(), ...british, ...irish, ...short]
}

test('the fast path of isPremium agrees with the metadata', () => {
  const differs = everyRange().filter((phone) => isPremium(phone) !== isPremiumByMetadata(phone))
  expect(differs).toEqual([])
})

test('the fast path of takesTexts agrees with the metadata', () => {
  const differs = everyRange().filter(
    (phone) => takesTexts(phone) !== ['mobile', 'either'].includes(phoneTypeOf(phone)),
  )
  expect(differs).toEqual([])
})
