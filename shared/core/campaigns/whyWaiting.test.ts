import { expect, test } from 'vitest'
import { type Wait, whyWaiting } from './whyWaiting.ts'

const now = new Date('2026-11-25T22:30:00.000Z')
const tomorrow = '2026-11-26T08:00:00.000Z'
const monday = '2026-11-30T08:00:00.000Z'

const wait = (more: Partial<Wait> = {}): Wait => ({
  queued: 120,
  startsAt: null,
  canChangeStart: false,
  waiting: 120,
  nextAt: tomorrow,
  lastAt: tomorrow,
  isOutsideHours: true,
  zone: 'Europe/London',
  stoppedSender: null,
  salonPaused: false,
  ...more,
})
const running = { state: 'running' as const, pausedReason: null, wait: wait() }
const around = { now, sendingStopped: null, owner: 'recipients' as const }

test.each([
  ['night', running, around, '120 wait until 8:00 AM their time'],
  [
    'one text',
    { ...running, wait: wait({ queued: 1, waiting: 1 }) },
    around,
    '1 waits until 8:00 AM their time',
  ],
  [
    'several zones',
    { ...running, wait: wait({ lastAt: monday }) },
    around,
    '120 wait, the next until 8:00 AM their time',
  ],
  [
    'some leave now',
    { ...running, wait: wait({ queued: 150 }) },
    around,
    'Sending 30 texts; 120 wait until 8:00 AM their time',
  ],
  [
    'all leave now',
    { ...running, wait: wait({ queued: 1, waiting: 0, nextAt: null }) },
    around,
    'Sending 1 text',
  ],
  [
    'days ahead, in the zone of the salon',
    { ...running, wait: wait({ nextAt: monday, lastAt: monday, zone: 'America/New_York' }) },
    { ...around, owner: 'salon' as const },
    '120 wait until Mon, Nov 30, 3:00 AM salon time',
  ],
  [
    'paused',
    { ...running, state: 'paused' as const, pausedReason: 'Paused by maya' },
    around,
    'Paused by maya',
  ],
  [
    'stopped',
    running,
    { ...around, sendingStopped: 'The carrier refused our credentials' },
    'On hold: The carrier refused our credentials',
  ],
  [
    'a stopped sender',
    { ...running, wait: wait({ stoppedSender: '+447700900100' }) },
    around,
    'Texts from +447700900100 are on hold',
  ],
  [
    'a paused salon',
    { ...running, wait: wait({ salonPaused: true }) },
    around,
    'On hold: the salon is paused',
  ],
  ['nothing queued', { ...running, wait: null }, around, null],
  ['canceled', { ...running, state: 'canceled' as const }, around, null],
])('%s', (_, campaign, surroundings, sentence) => {
  expect(whyWaiting(campaign, surroundings)).toBe(sentence)
})

test('a later start is named, and the first text if it leaves later still', () => {
  const startsAt = '2026-11-30T12:00:00.000Z'
  const starts = { ...running, wait: wait({ startsAt, nextAt: startsAt, lastAt: startsAt }) }
  expect(whyWaiting(starts, around)).toMatch(/^Starts Mon, Nov 30, \d{1,2}:00 [AP]M$/)
  const night = { ...running, wait: wait({ startsAt, nextAt: '2026-12-01T08:00:00.000Z' }) }
  expect(whyWaiting(night, around)).toMatch(
    /^Starts Mon, Nov 30, .*; the first text waits until Tue, Dec 1, 8:00 AM their time$/,
  )
})
