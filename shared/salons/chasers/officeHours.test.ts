import { expect, test } from 'vitest'
import { isOfficeHour } from './officeHours.ts'

test.each([
  ['2026-11-26T09:00:00Z', 'Europe/London', true],
  ['2026-11-26T08:59:59Z', 'Europe/London', false],
  ['2026-11-26T16:59:59Z', 'Europe/London', true],
  ['2026-11-26T17:00:00Z', 'Europe/London', false],
  ['2026-11-28T12:00:00Z', 'Europe/London', false],
  ['2026-11-29T12:00:00Z', 'Europe/London', false],
  ['2026-11-30T12:00:00Z', 'Europe/London', true],
  ['2026-06-01T08:00:00Z', 'Europe/Dublin', true],
  ['2026-11-26T13:59:00Z', 'America/New_York', false],
  ['2026-11-26T14:00:00Z', 'America/New_York', true],
  ['2026-11-28T01:00:00Z', 'America/Los_Angeles', false],
])('%s in %s is in office hours: %s', (now, zone, open) =>
  expect(isOfficeHour(zone, new Date(now))).toBe(open),
)
