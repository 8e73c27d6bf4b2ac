import { expect, test } from 'vitest'
import {
  count,
  dateTime,
  formatDay,
  megabytes,
  oneDecimal,
  ownersTime,
  percent,
  plural,
  pluralForm,
  relativeTime,
  shortDay,
  shortExportId,
  sizeLimit,
  timeOfDay,
  timeSpan,
} from './formats.ts'

test.each([
  ['2025-01-05T15:07:00.000Z', 'UTC', 'Jan 5, 2025 at 3:07 PM'],
  ['2025-01-05T00:07:59.000Z', 'UTC', 'Jan 5, 2025 at 12:07 AM'],
  ['2025-12-31T12:00:00.000Z', 'UTC', 'Dec 31, 2025 at 12:00 PM'],
  ['2025-12-31T23:30:00.000Z', 'Europe/Dublin', 'Dec 31, 2025 at 11:30 PM'],
  ['2025-06-30T23:30:00.000Z', 'Europe/Dublin', 'Jul 1, 2025 at 12:30 AM'],
  ['2026-01-01T03:05:00.000Z', 'America/New_York', 'Dec 31, 2025 at 10:05 PM'],
  ['not a date', 'UTC', '—'],
])('%s in %s is %s', (iso, zone, shown) => {
  expect(dateTime(iso, zone)).toBe(shown)
})

test('the time without a date', () => {
  expect(timeOfDay('2025-01-05T15:07:00.000Z', 'UTC')).toBe('3:07 PM')
  expect(timeOfDay('', 'UTC')).toBe('—')
})

const now = new Date('2026-03-10T12:00:00Z')
test.each([
  ['2026-03-10T12:00:00Z', 'just now'],
  ['2026-03-10T11:59:01Z', 'just now'],
  ['2026-03-10T12:00:30Z', 'just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:00:01Z', '59 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-09T12:00:01Z', '23 hours ago'],
  ['2026-03-09T12:00:00Z', '1 day ago'],
  ['2026-02-01T12:00:00Z', '1 month ago'],
  ['2024-03-01T12:00:00Z', '2 years ago'],
  ['', '—'],
])('%s was %s', (iso, shown) => {
  expect(relativeTime(iso, now)).toBe(shown)
})

test.each([
  [megabytes(0), '0.00 MB'],
  [megabytes(1_310_720), '1.25 MB'],
  [megabytes(268_435_456), '256.00 MB'],
  [shortExportId('00000007-5a10-4c1d-9e2b-000000005000'), '00000007...'],
  [shortExportId('abc'), 'abc...'],
  [oneDecimal(4), '4.0'],
  [oneDecimal(4.66), '4.7'],
  [oneDecimal(null), '—'],
  [percent(0), '0.0%'],
  [percent(33.3), '33.3%'],
  [count(12480), '12,480'],
])('%s', (shown, expected) => {
  expect(shown).toBe(expected)
})

test.each([
  [0, 'segment', undefined, '0 segments'],
  [1, 'segment', undefined, '1 segment'],
  [12480, 'segment', undefined, '12,480 segments'],
  [1, 'gets', 'get', '1 gets'],
  [21, 'gets', 'get', '21 get'],
])('%i %s', (value, one, many, expected) => {
  expect(plural(value, one, many)).toBe(expected)
  expect(expected.endsWith(pluralForm(value, one, many))).toBe(true)
})

test.each([
  [268_435_456, '256 MB'],
  [1_048_576, '1 MB'],
  [1_500_000, '1.43 MB'],
  [50_000, '0.04 MB'],
])('a limit of %i bytes is %s', (bytes, words) => expect(sizeLimit(bytes)).toBe(words))

test.each([
  ['GB', 'Europe/London', '10 March 2026 at 14:05'],
  ['IE', 'Europe/Dublin', '10 March 2026 at 14:05'],
  ['US', 'America/New_York', 'March 10, 2026 at 10:05 AM'],
] as const)('an owner in %s reads a time in the form of the country', (country, timeZone, text) =>
  expect(ownersTime('2026-03-10T14:05:00Z', country, timeZone)).toBe(text),
)

test('days of the console and of owners’ pages', () => {
  expect(formatDay('2026-09-03')).toBe('Sep 3, 2026')
  expect(shortDay('2026-03-12')).toBe('12 Mar 2026')
})

test.each([
  ['2026-03-10T10:05:00Z', '2026-03-10T10:05:30Z', 'Tue 10 March, 10:05'],
  ['2026-03-10T10:05:00Z', '2026-03-10T17:45:00Z', 'Tue 10 March, 10:05 to 17:45'],
  ['2026-03-10T10:05:00Z', '2026-03-11T12:00:00Z', 'from Tue 10 March, 10:05 to Wed 11 March, 12:00'],
  ['2026-03-31T22:30:00Z', '2026-03-31T23:30:00Z', 'from Tue 31 March, 23:30 to Wed 1 April, 00:30'],
])('the time from %s to %s in London: %s', (from, to, text) => {
  expect(timeSpan(from, to, 'Europe/London')).toBe(text)
})
