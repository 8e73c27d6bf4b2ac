import { expect, test } from 'vitest'
import { collectedDue, mayTellNow } from './tellTimes.ts'

test.each([
  ['Europe/London', '2026-03-10T12:00:00Z', 0, true],
  ['Europe/London', '2026-03-10T12:00:00Z', 5, true],
  ['Europe/London', '2026-03-10T12:00:00Z', 6, false],
  ['Europe/London', '2026-03-10T07:59:00Z', 0, false],
  ['Europe/London', '2026-03-10T08:00:00Z', 0, true],
  ['Europe/London', '2026-03-10T20:59:00Z', 0, true],
  ['Europe/London', '2026-03-10T21:00:00Z', 0, false],
  // Summer time, and a salon that wakes later than the agency.
  ['Europe/London', '2026-07-10T07:30:00Z', 0, true],
  ['America/New_York', '2026-03-10T09:00:00Z', 0, false],
  ['America/New_York', '2026-03-10T13:00:00Z', 0, true],
])('in %s at %s with %i texts before: %j', (timeZone, now, today, may) => {
  expect(mayTellNow({ timeZone, today, now: new Date(now) })).toBe(may)
})

test.each([
  // After the sixth text of the day, further ones wait for the evening.
  ['2026-03-10T11:00:00Z', '2026-03-10T16:59:00Z', null],
  ['2026-03-10T11:00:00Z', '2026-03-10T17:00:00Z', 'evening'],
  ['2026-03-10T20:30:00Z', '2026-03-10T20:59:00Z', 'evening'],
  ['2026-03-10T20:30:00Z', '2026-03-10T21:00:00Z', null],
  // A hand-over from the night waits for the morning.
  ['2026-03-10T20:30:00Z', '2026-03-11T08:59:00Z', null],
  ['2026-03-10T20:30:00Z', '2026-03-11T09:00:00Z', 'morning'],
  ['2026-03-11T04:00:00Z', '2026-03-11T08:30:00Z', null],
  ['2026-03-11T04:00:00Z', '2026-03-11T09:00:00Z', 'morning'],
  ['2026-03-11T08:00:00Z', '2026-03-11T09:00:00Z', null],
  ['2026-03-07T11:00:00Z', '2026-03-11T12:00:00Z', 'morning'],
  ['2026-03-07T11:00:00Z', '2026-03-11T18:00:00Z', 'evening'],
])('what waits since %s is due at %s: %j', (oldest, now, due) => {
  expect(collectedDue('Europe/London', new Date(oldest), new Date(now))).toBe(due)
})
