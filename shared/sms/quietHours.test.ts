import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { anywhere, placeOf } from './areaCodes.ts'
import { windowOf } from './openHours.ts'
import { consumerHours, parseQuietHours, sendWindow } from './quietHours.ts'

const usual = '08:00-21:00'
const gb = '+447700900142'
const ie = '+353209133962'
const nyc = '+12125550142'
const la = '+12135550142'
const miami = '+13055550142'
const pensacola = '+18505550142'
const boise = '+12085550142'
const phoenix = '+16025550142'
const tollFree = '+18885550142'

const window = (phone: string, now: string, hours = usual) => {
  const { open, opensAt, closesAt } = sendWindow(phone, hours, new Date(now))
  return [open, opensAt.toISOString().slice(0, 16), closesAt?.toISOString().slice(0, 16) ?? null]
}

describe('the window of a number', () => {
  // Without a closing time it is closed.
  test.each([
    ['GB winter, just before', gb, '2026-01-15T07:59:59', '2026-01-15T08:00', null],
    ['GB winter, opening', gb, '2026-01-15T08:00:00', '2026-01-15T08:00', '2026-01-15T21:00'],
    ['GB winter, last minute', gb, '2026-01-15T20:59:59', '2026-01-15T20:59', '2026-01-15T21:00'],
    ['GB winter, closed', gb, '2026-01-15T21:00:00', '2026-01-16T08:00', null],
    ['GB summer is an hour ahead', gb, '2026-07-15T07:00:00', '2026-07-15T07:00', '2026-07-15T20:00'],
    ['IE summer, closed', ie, '2026-07-15T20:00:00', '2026-07-16T07:00', null],
    ['GB, the night clocks go forward', gb, '2026-03-28T21:30:00', '2026-03-29T07:00', null],
    ['GB, the night clocks go back', gb, '2026-10-24T20:30:00', '2026-10-25T08:00', null],
    ['New York winter', nyc, '2026-01-15T12:59:00', '2026-01-15T13:00', null],
    ['New York, closing', nyc, '2026-01-16T01:59:00', '2026-01-16T01:59', '2026-01-16T02:00'],
    ['New York, spring forward', nyc, '2026-03-08T02:30:00', '2026-03-08T12:00', null],
    ['New York, fall back', nyc, '2026-11-01T02:30:00', '2026-11-01T13:00', null],
    ['Los Angeles', la, '2026-07-15T14:59:00', '2026-07-15T15:00', null],
    ['Arizona, no summer time', phoenix, '2026-07-15T15:00:00', '2026-07-15T15:00', '2026-07-16T04:00'],
    // Several zones: open only when all are open.
    ['Boise, Pacific morning', boise, '2026-01-15T15:30:00', '2026-01-15T16:00', null],
    ['Boise, Mountain evening', boise, '2026-01-15T16:00:00', '2026-01-15T16:00', '2026-01-16T04:00'],
    ['Pensacola, Central morning', pensacola, '2026-01-15T13:30:00', '2026-01-15T14:00', null],
    ['Pensacola, Eastern evening', pensacola, '2026-01-15T14:00:00', '2026-01-15T14:00', '2026-01-16T01:00'],
    ['toll-free: morning in Hawaii', tollFree, '2026-01-15T17:59:00', '2026-01-15T18:00', null],
    ['toll-free: 20:00 in New York', tollFree, '2026-01-15T18:00:00', '2026-01-15T18:00', '2026-01-16T01:00'],
    ['an unassigned code', '+19995550142', '2026-01-16T01:00:00', '2026-01-16T18:00', null],
    ['another country: all of Europe', '+33612345678', '2026-01-15T07:59:00', '2026-01-15T08:00', null],
  ])('%s', (_, phone, now, opensAt, closesAt) => {
    expect(window(phone, `${now}Z`)).toEqual([closesAt !== null, opensAt, closesAt])
  })

  test('nothing is sent when no time suits every zone', () => {
    expect(window(tollFree, '2026-01-15T12:00:00Z', '08:00-10:00')).toEqual([false, '2026-01-22T12:00', null])
  })
})

describe('stricter states', () => {
  test.each([
    ['Florida', miami, '2026-01-16T01:00:00Z', false],
    ['Florida, a minute earlier', miami, '2026-01-16T00:59:00Z', true],
    ['Oklahoma', '+14055550142', '2026-01-16T02:00:00Z', false],
    ['Maryland', '+14105550142', '2026-01-16T01:30:00Z', false],
    ['Washington', '+12065550142', '2026-01-16T04:00:00Z', false],
    ['Washington DC is no state of that kind', '+12025550142', '2026-01-16T01:30:00Z', true],
  ])('%s', (_, phone, now, open) => {
    expect(window(phone, now)[0]).toBe(open)
  })

  test('a wider setting does not extend the legal hours', () => {
    expect(window(miami, '2026-01-16T01:30:00Z', '06:00-23:00')).toEqual([false, '2026-01-16T13:00', null])
  })
})

describe('stricter states for consumers', () => {
  const consumerWindow = (phone: string, now: string, hours = usual) => {
    const { open, opensAt } = windowOf(consumerHours(phone, hours), new Date(`${now}Z`))
    return open ? 'open' : opensAt.toISOString().slice(0, 16)
  }

  // 17 January 2026 is a Saturday.
  test.each([
    ['Texas, Saturday morning', '+15125550142', '2026-01-17T14:59', '2026-01-17T15:00'],
    ['Texas, Saturday at 9:00', '+15125550142', '2026-01-17T15:00', 'open'],
    ['Texas, Saturday at 21:00', '+15125550142', '2026-01-18T03:00', '2026-01-18T18:00'],
    ['Texas, Sunday before noon', '+15125550142', '2026-01-18T17:59', '2026-01-18T18:00'],
    ['Texas, Sunday at noon', '+15125550142', '2026-01-18T18:00', 'open'],
    ['Texas, Sunday at 20:59', '+15125550142', '2026-01-19T02:59', 'open'],
    ['Texas, Sunday at 21:00', '+15125550142', '2026-01-19T03:00', '2026-01-19T15:00'],
    ['Texas, the Sunday clocks go forward', '+15125550142', '2026-03-08T16:59', '2026-03-08T17:00'],
    ['Texas, the Sunday clocks go back', '+15125550142', '2026-11-01T17:00', '2026-11-01T18:00'],
    ['Rhode Island at 8:59', '+14015550142', '2026-01-15T13:59', '2026-01-15T14:00'],
    ['Rhode Island at 18:00', '+14015550142', '2026-01-15T23:00', '2026-01-16T14:00'],
    ['Connecticut at 20:00', '+12035550142', '2026-01-16T01:00', '2026-01-16T14:00'],
    ['New Jersey at 19:59', '+12015550142', '2026-01-16T00:59', 'open'],
    ['New Jersey at 20:00', '+12015550142', '2026-01-16T01:00', '2026-01-16T13:00'],
    ['Mississippi at 20:00', '+16015550142', '2026-01-16T02:00', '2026-01-16T14:00'],
    ['New York at 20:59', nyc, '2026-01-16T01:59', 'open'],
    ['an unknown place is as strict as Rhode Island', tollFree, '2026-01-15T23:00', '2026-01-16T19:00'],
    ['an unknown place on Sunday: noon in Hawaii', tollFree, '2026-01-18T19:00', '2026-01-18T22:00'],
    ['Great Britain at 20:59', gb, '2026-01-15T20:59', 'open'],
    ['Great Britain at 21:00', gb, '2026-01-15T21:00', '2026-01-16T08:00'],
  ])('%s', (_, phone, now, expected) => {
    expect(consumerWindow(phone, now)).toBe(expected)
  })

  test.each([
    ['00:00-24:00', gb, '2026-01-15T23:00', 'open'],
    ['00:00-24:00', nyc, '2026-01-16T02:00', '2026-01-16T13:00'],
    ['06:00-23:00', nyc, '2026-01-16T02:00', '2026-01-16T13:00'],
    ['10:00-12:00', nyc, '2026-01-16T13:00', '2026-01-16T15:00'],
  ])('the setting %s', (hours, phone, now, expected) => {
    expect(consumerWindow(phone, now, hours)).toBe(expected)
  })
})

describe('the setting', () => {
  test('00:00-24:00 is always open', () => {
    expect(window(miami, '2026-01-16T08:00:00Z', '00:00-24:00')).toEqual([true, '2026-01-16T08:00', null])
  })

  test.each([
    ['2026-01-15T23:30:00Z', true, '2026-01-15T23:30', '2026-01-16T02:00'],
    ['2026-01-16T01:59:00Z', true, '2026-01-16T01:59', '2026-01-16T02:00'],
    ['2026-01-16T02:00:00Z', false, '2026-01-16T22:00', null],
    ['2026-01-16T21:59:00Z', false, '2026-01-16T22:00', null],
  ])('a window over midnight at %s', (now, open, opensAt, closesAt) => {
    expect(window(gb, now, '22:00-02:00')).toEqual([open, opensAt, closesAt])
  })

  test('a window can end at midnight', () => {
    const lastMinute = window(gb, '2026-01-15T23:59:00Z', '08:00-24:00')
    expect(lastMinute).toEqual([true, '2026-01-15T23:59', '2026-01-16T00:00'])
  })

  test.each(['', '8-21', '08:00', '08:00-25:00', '24:00-08:00', '08:60-21:00', '09:00-09:00', '08:00-24:01'])(
    '%j is rejected with an error that names setting and value',
    (text) => {
      expect(() => parseQuietHours(text)).toThrow('QUIET_HOURS')
      expect(() => parseQuietHours(text)).toThrow(`"${text}"`)
    },
  )
})

test('every area code in use in the United States and Canada has a place', () => {
  const numbers = Array.from({ length: 800 }, (_, i) => `+1${200 + i}5550142`)
  const lost = numbers.filter((number) => {
    const phone = parsePhoneNumberFromString(number)
    const used = phone?.getType() === 'FIXED_LINE_OR_MOBILE' && /^(?:US|CA|PR)$/.test(phone.country ?? '')
    return used && placeOf(number) === anywhere
  })
  expect(lost).toEqual([])
})

test('every zone is supported by the platform', () => {
  for (let code = 200; code < 1000; code++) {
    const { zones } = placeOf(`+1${code}5550142`)
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  }
})

test.each([
  // London skips 01:00 to 02:00: a window that starts in that hour opens at the clock change.
  ['+447700900123', '01:30-02:30', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
  // London repeats 01:00 to 02:00: the same window opens twice.
  ['+447700900123', '01:30-02:30', '2027-10-31T01:10:00Z', '2027-10-31T01:30:00.000Z'],
  ['+12025550123', '02:15-09:45', '2027-03-14T05:00:00Z', '2027-03-14T07:00:00.000Z'],
])('%s within %s at %s opens at %s, on the night the clocks change', (phone, hours, now, opensAt) => {
  const window = sendWindow(phone, hours, new Date(now))
  expect([window.open, window.opensAt.toISOString()]).toEqual([false, opensAt])
})

test('a clock change backwards can end a window', () => {
  const window = sendWindow('+447700900123', '01:30-02:30', new Date('2027-10-31T00:45:00Z'))
  expect([window.open, window.closesAt?.toISOString()]).toEqual([true, '2027-10-31T01:00:00.000Z'])
})
