import { expect, test } from 'vitest'
import { segments } from '../../sms/segments.ts'
import { dayBeforeWindow, isTomorrow } from './dayBefore.ts'
import { appointmentTime, bookedWords, canceledWords, dayBeforeWords } from './words.ts'

const salon = 'Bella Rosa'
const time = appointmentTime('2026-12-04T14:00:00.000Z', 'Europe/London')

test.each([
  [
    bookedWords({ salon, time, moved: false }),
    'You are booked for Fri 4 Dec, 14:00 at Bella Rosa. If you cannot come, text us here.',
  ],
  [
    bookedWords({ salon, time, moved: true }),
    'Your appointment at Bella Rosa is now Fri 4 Dec, 14:00. If you cannot come, text us here.',
  ],
  [
    canceledWords({ salon, time }),
    'Your appointment at Bella Rosa on Fri 4 Dec, 14:00 is canceled. For another time, text us here.',
  ],
  [
    canceledWords({ salon, time: null }),
    'Your appointment at Bella Rosa is canceled. For another time, text us here.',
  ],
  [
    dayBeforeWords({ salon, time }),
    'Bella Rosa: see you tomorrow, Fri 4 Dec, 14:00. If you cannot come, text us here.',
  ],
])('%#: one segment in the basic alphabet', (written, words) => {
  expect(written).toBe(words)
  expect(segments(written)).toMatchObject({ segments: 1, encoding: 'GSM-7' })
})

test('the time is that of the salon; a long name still fits one segment', () => {
  expect(appointmentTime('2026-09-30T23:30:00.000Z', 'Europe/London')).toBe('Thu 1 Oct, 00:30')
  expect(appointmentTime('2026-12-04T19:00:00.000Z', 'America/New_York')).toBe('Fri 4 Dec, 14:00')
  const long = canceledWords({
    salon: 'The Old Station Hair and Beauty Rooms of Letterkenny',
    time: 'Wed 30 Sept, 14:00',
  })
  expect(segments(long).segments).toBe(1)
})

const PHONE = '+447700900601'
const window = (now: string, timeZone = 'Europe/London', phone = PHONE) =>
  dayBeforeWindow({ timeZone, phone, quietHours: '08:00-21:00', now: new Date(now) }).open

test.each([
  // A Monday and a Sunday, too.
  ['2026-12-07T10:00:00Z', 'Europe/London', PHONE, true],
  ['2026-12-06T17:59:00Z', 'Europe/London', PHONE, true],
  ['2026-12-06T18:00:00Z', 'Europe/London', PHONE, false],
  ['2026-12-06T09:59:00Z', 'Europe/London', PHONE, false],
  // Texas allows texts from noon on Sundays.
  ['2026-12-06T17:30:00Z', 'America/Chicago', '+15125550123', false],
  ['2026-12-06T18:30:00Z', 'America/Chicago', '+15125550123', true],
])('at %s in %s to %s: %j', (now, timeZone, phone, open) => {
  expect(window(now, timeZone, phone)).toBe(open)
})

test.each([
  ['2026-12-04T00:30:00Z', '2026-12-03T12:00:00Z', 'Europe/London', true],
  ['2026-12-04T23:30:00Z', '2026-12-03T00:10:00Z', 'Europe/London', true],
  ['2026-12-04T14:00:00Z', '2026-12-04T09:00:00Z', 'Europe/London', false],
  ['2026-12-05T14:00:00Z', '2026-12-03T12:00:00Z', 'Europe/London', false],
  // Half past eleven in the evening of the third in New York.
  ['2026-12-04T04:30:00Z', '2026-12-02T20:00:00Z', 'America/New_York', true],
  ['2027-01-01T14:00:00Z', '2026-12-31T12:00:00Z', 'Europe/London', true],
])('an appointment at %s is tomorrow at %s in %s: %j', (visitAt, now, timeZone, is) => {
  expect(isTomorrow(new Date(visitAt), { timeZone, now: new Date(now) })).toBe(is)
})
