import { expect, test } from 'vitest'
import { dublin, london, newYork, now, readOne } from './testing.ts'

const at = '2026-07-18T13:30:00.000Z'

test.each([
  ['18/07/2026 14:30', at],
  ['18/07/26 2:30 PM', at],
  ['18-07-2026 14:30:00', at],
  ['18.07.2026 14.30', at],
  ['2026-07-18 14:30', at],
  ['2026-07-18T14:30:00', at],
  ['2026-07-18T14:30:00Z', '2026-07-18T14:30:00.000Z'],
  ['2026-07-18T14:30:00.000+02:00', '2026-07-18T12:30:00.000Z'],
  ['2026-07-18 14:30:00 +0100', at],
  ['18 Jul 2026, 2:30pm', at],
  ['18 July 2026 at 2pm', '2026-07-18T13:00:00.000Z'],
  ['Sat 18 Jul 2026 14h30', at],
  ['18/07/2026 14:30 Uhr', at],
  ['Saturday, July 18, 2026 at 2:30 p.m.', at],
  ['18 Jul 2026, 12:00am', '2026-07-17T23:00:00.000Z'],
  ['18 Jul 2026, 12:15pm', '2026-07-18T11:15:00.000Z'],
  ['18/07/2026 noon', '2026-07-18T11:00:00.000Z'],
  ['18/07/2026 12 noon', '2026-07-18T11:00:00.000Z'],
  ['18/07/2026 24:00', '2026-07-18T23:00:00.000Z'],
  ['2026-07-31T24:00:00Z', '2026-08-01T00:00:00.000Z'],
  ['18/12/2025 14:30', '2025-12-18T14:30:00.000Z'],
  ['18/07/2026 14:30-15:30', at],
  ['18/07/2026 14:30 - 15:30', at],
  ['2026-07-18 14:30-15:30', at],
  ['2026-07-18 14:30-05:00', '2026-07-18T19:30:00.000Z'],
  ['18/07/2026 2:30 pm to 3:30 pm', at],
  ['18/07/2026', '2026-07-18T11:00:00.000Z'],
  // The clock shows this hour twice; the earlier one counts.
  ['25/10/2026 01:30', '2026-10-25T00:30:00.000Z'],
  // The clock skips this hour.
  ['29/03/2026 01:30', '2026-03-29T01:30:00.000Z'],
])('the time %s of a salon in London is %s', (start, expected) => {
  expect(readOne({ Start: start }).appointment?.startsAt).toBe(expected)
})

const utc = '2026-07-10T13:30:00.000Z'

test.each([
  ['2026-07-10 1:30 PM UTC', utc],
  ['2026-07-10 13:30:00+00', utc],
  ['2026-07-10 13:30:00+00:00', utc],
  ['2026-07-10 13:30 GMT', utc],
  ['2026-07-10 13:30 (UTC)', utc],
  ['2026-07-10 13:30 UTC', utc],
  ['2026-07-10 13:30Z', utc],
  ['2026-07-10 08:30:00 -0500', utc],
  ['2026-07-10 08:30 UTC-5', utc],
  ['2026-07-10 08:30 −05:00', utc],
  ['2026-07-10 14:30 GMT+1', utc],
  ['2026-07-10 14:30 (GMT+01:00)', utc],
  ['2026-07-10 9:30 AM EDT', utc],
  ['2026-07-10 8:30 AM CDT', utc],
  ['2026-07-10 8:30 AM EST', utc],
  ['2026-07-10 7:30 AM CST', utc],
  ['2026-07-10 7:30 AM MDT', utc],
  ['2026-07-10 6:30 AM PDT', utc],
  ['2026-07-10 3:30 AM HST', utc],
  ['2026-07-10 9:30 AM ET', utc],
  ['2026-07-10 9:30 AM Eastern Time', utc],
  ['2026-07-10 9:30 AM Eastern Time (US & Canada)', utc],
  ['2026-07-10 9:30 AM (GMT-05:00) Eastern Time (US & Canada)', utc],
  ['2026-07-10 14:30 BST', utc],
  ['2026-07-10 14:30 British Summer Time', utc],
  ['2026-07-10 15:30 CEST', utc],
  ['2026-07-10T14:30[Europe/London]', utc],
  ['2026-07-10T14:30+01:00[Europe/London]', utc],
  ['2026-07-10 14:30 Europe/London', utc],
  ['2026-07-10 13:30 Greenwich Mean Time', utc],
  ['Fri Jul 10 2026 14:30:00 GMT+0100 (British Summer Time)', utc],
  ['2026-07-10 09:30', utc],
])('the time of booking %s of a salon in New York is %s', (created, expected) => {
  const { appointment, reason } = readOne({ Created: created }, newYork)
  expect([appointment?.bookedAt, reason]).toEqual([expected, undefined])
})

test.each([
  ['2026-07-10 13:30 IST', 'The time zone of the booking cannot be read'],
  ['2026-07-10 13:30 AEST', 'The time zone of the booking cannot be read'],
  ['2026-07-10 13:30 XYZ', 'The time zone of the booking cannot be read'],
  ['2026-07-10 13:30 +25:00', 'The time zone of the booking cannot be read'],
  ['2026-07-10 13:30 Mars/Base', 'The time zone of the booking cannot be read'],
  ['2026-07-10 13:30 (their time)', 'The time zone of the booking cannot be read'],
  ['2026-07-10 13:75', 'The time of booking cannot be read'],
  ['2026-07-10 24:30', 'The time of booking cannot be read'],
  ['2026-07-10 15:00 AM', 'The time of booking cannot be read'],
  ['2026-07-10 09:00-10:00', 'The time of booking cannot be read'],
  ['last week', 'The date of booking cannot be read'],
  ['31/02/2026 10:00', 'The date of booking cannot be read'],
])('the time of booking %s refuses the row: %s', (created, reason) => {
  expect(readOne({ Created: created })).toMatchObject({ appointment: undefined, reason })
})

test.each([
  [{ Start: '18/07/2026 14:30 XYZ' }, 'The time zone cannot be read'],
  [{ Start: '18/07/2026 25:00' }, 'The time cannot be read'],
  [{ Start: '18/07/2026', Time: 'morning' }, 'The time cannot be read'],
  [{ 'Time Zone': 'Middle Earth' }, 'The time zone cannot be read'],
])('a row with %j is refused: %s', (cells, reason) => {
  expect(readOne(cells)).toMatchObject({ appointment: undefined, reason })
})

test('IST is Irish time for a salon in Ireland', () => {
  const { appointment } = readOne({ Start: '18/07/2026 14:30 IST' }, dublin)
  expect(appointment?.startsAt).toBe(at)
})

test.each<[Record<string, string>, string]>([
  [{ 'Time Zone': 'UTC' }, '2026-07-18T14:30:00.000Z'],
  [{ 'Time Zone': 'Europe/Berlin' }, '2026-07-18T12:30:00.000Z'],
  [{ 'Time Zone': 'Eastern Time' }, '2026-07-18T18:30:00.000Z'],
  [{ 'Time Zone': '(GMT-05:00) Eastern Time (US & Canada)' }, '2026-07-18T18:30:00.000Z'],
  [{ 'Time Zone': '' }, at],
  [{ 'Time Zone': 'local time' }, at],
  // The zone of the client is not that of the times.
  [{ 'Invitee Time Zone': 'Eastern Time' }, at],
  [{ 'Time Zone': 'UTC', Start: '18/07/2026 14:30 BST' }, at],
  [{ Start: '', 'Start (UTC)': '18/07/2026 14:30' }, '2026-07-18T14:30:00.000Z'],
  [{ Start: '', 'Start UTC': '18/07/2026 14:30' }, '2026-07-18T14:30:00.000Z'],
  [{ Start: '', start_time_utc: '18/07/2026 14:30' }, '2026-07-18T14:30:00.000Z'],
  [{ Start: '', 'Start Time (EST)': '18/07/2026 14:30' }, '2026-07-18T19:30:00.000Z'],
  [{ Start: '', 'Start [GMT+02:00]': '18/07/2026 14:30' }, '2026-07-18T12:30:00.000Z'],
  [{ Start: '', 'Start (Europe/Paris)': '18/07/2026 14:30' }, '2026-07-18T12:30:00.000Z'],
  [{ Start: '', 'Start (dd/mm/yyyy)': '18/07/2026 14:30' }, at],
  [{ Start: '18/07/2026', 'Time (UTC)': '14:30' }, '2026-07-18T14:30:00.000Z'],
  [{ Start: '18/07/2026', Time: '14:30 UTC' }, '2026-07-18T14:30:00.000Z'],
  [{ Start: '18/07/2026', Time: '2.30pm' }, at],
  [{ Start: '2026-07-18T00:00:00Z', Slot: '14:30:00-15:30:00' }, at],
])('the time of a row with %j is %s', (cells, expected) => {
  const { appointment, reason } = readOne(cells)
  expect([appointment?.startsAt, reason]).toEqual([expected, undefined])
})

test('a heading with a zone that cannot be read refuses each row', () => {
  expect(readOne({ Start: '', 'Start (AEST)': '18/07/2026 14:30' }).reason).toBe(
    'The time zone cannot be read',
  )
})

test('the heading of one column is no zone of another', () => {
  const { appointment } = readOne({ 'Created (GMT)': '10/07/2026 13:30' })
  expect([appointment?.bookedAt, appointment?.startsAt]).toEqual([utc, at])
})

test.each([
  // A day without a time is read as its noon, which may be later today.
  ['2026-07-20', now.toISOString()],
  ['2026-07-19', '2026-07-19T11:00:00.000Z'],
  ['1900-01-01', null],
  ['N/A', null],
  ['', null],
])('the day of booking %s is %s', (created, expected) => {
  expect(readOne({ 'Date Scheduled': created }).appointment?.bookedAt).toBe(expected)
})

test.each([
  ['07/08/2026 2pm', newYork, '2026-07-08T18:00:00.000Z'],
  ['07/08/2026 2pm', london, '2026-08-07T13:00:00.000Z'],
])('the order of day and month of %s is that of the country', (start, salon, expected) => {
  expect(readOne({ Start: start }, salon).appointment?.startsAt).toBe(expected)
})
