import { expect, test } from 'vitest'
import { type CampaignFacts, type Wait, whyWaiting } from './whyWaiting.ts'

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

const refused = 'The carrier refused our credentials'
const inNewYork = wait({ nextAt: monday, lastAt: monday, zone: 'America/New_York' })

test.each<[string, Partial<Wait>, string]>([
  ['night', {}, '120 wait until 8:00 AM their time'],
  ['one text', { queued: 1, waiting: 1 }, '1 waits until 8:00 AM their time'],
  ['several zones', { lastAt: monday }, '120 wait, the next until 8:00 AM their time'],
  ['some leave now', { queued: 150 }, 'Sending 30 texts; 120 wait until 8:00 AM their time'],
  ['all leave now', { queued: 1, waiting: 0, nextAt: null }, 'Sending 1 text'],
  ['a stopped sender', { stoppedSender: '+447700900100' }, 'Texts from +447700900100 are on hold'],
  ['a paused salon', { salonPaused: true }, 'On hold: the salon is paused'],
])('a running campaign: %s', (_, more, sentence) => {
  expect(whyWaiting({ ...running, wait: wait(more) }, around)).toBe(sentence)
})

test.each<[string, Partial<CampaignFacts>, object, string | null]>([
  ['another zone', { wait: inNewYork }, { owner: 'salon' }, '120 wait until Mon, Nov 30, 3:00 AM salon time'],
  ['paused', { state: 'paused', pausedReason: 'Paused by maya' }, {}, 'Paused by maya'],
  ['stopped', {}, { sendingStopped: refused }, `On hold: ${refused}`],
  ['nothing queued', { wait: null }, {}, null],
  ['canceled', { state: 'canceled' }, {}, null],
])('%s', (_, campaign, surroundings, sentence) => {
  expect(whyWaiting({ ...running, ...campaign }, { ...around, ...surroundings })).toBe(sentence)
})

test('a later start is named, and the first text if it leaves later still', () => {
  // A start has the time of the reader's clock.
  const startsAt = new Date('2026-11-30T12:00').toISOString()
  const starts = { ...running, wait: wait({ startsAt, nextAt: startsAt, lastAt: startsAt }) }
  expect(whyWaiting(starts, around)).toBe('Starts Mon, Nov 30, 12:00 PM')
  const night = { ...running, wait: wait({ startsAt, nextAt: '2026-12-01T08:00:00.000Z' }) }
  expect(whyWaiting(night, around)).toBe(
    'Starts Mon, Nov 30, 12:00 PM; the first text waits until Tue, Dec 1, 8:00 AM their time',
  )
})
