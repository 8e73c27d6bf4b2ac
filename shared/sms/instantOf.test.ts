import { expect, test } from 'vitest'
import { instantOf } from './openHours.ts'

test.each([
  ['Europe/London', '2026-01-31T14:00', '2026-01-31T14:00:00.000Z'],
  ['Europe/London', '2026-07-31T14:00', '2026-07-31T13:00:00.000Z'],
  ['America/New_York', '2026-12-04T14:00', '2026-12-04T19:00:00.000Z'],
  ['Pacific/Honolulu', '2026-12-04T23:30', '2026-12-05T09:30:00.000Z'],
  ['Asia/Kathmandu', '2026-12-04T00:15', '2026-12-03T18:30:00.000Z'],
  // 1:30 comes twice when summer time ends, and not at all when it begins.
  ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/London', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['Europe/London', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
])('in %s the clock shows %s at %s', (zone, clock, iso) => {
  expect(instantOf(zone, clock).toISOString()).toBe(iso)
})
