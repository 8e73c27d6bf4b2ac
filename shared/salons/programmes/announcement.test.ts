import { expect, test } from 'vitest'
import { type Announcement, announcementStep } from './announcement.ts'

const HOUR = 3_600_000
const NOW = new Date('2026-03-11T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString()

/** `text waiting 2`: a text that was queued two hours ago and waits. */
const announcement = (written: string): Announcement => {
  const [by, state, hours] = written.split(' ')
  const since = at(Number(hours))
  return { by: by as 'text', state: state as 'waiting', since, at: state === 'arrived' ? since : null }
}

test.each<[announcements: string, ways: string, step: string]>([
  ['', 'text, email', 'text'],
  ['', 'text', 'text'],
  ['', 'email', 'email'],
  ['', '', 'skip'],
  ['text arrived 1', 'text, email', 'told'],
  ['text arrived 1', '', 'told'],
  ['email arrived 1', 'text, email', 'told'],
  ['text failed 1, email arrived 1', 'text, email', 'told'],
  ['text waiting 30, email arrived 29', 'text, email', 'told'],
  ['text arrived 1, email waiting 1', 'text, email', 'told'],
  ['text waiting 0', 'text, email', 'wait'],
  ['text waiting 0.9', 'text, email', 'wait'],
  ['text waiting 1', 'text, email', 'email'],
  ['text waiting 1', 'text', 'wait'],
  ['text waiting 335', 'text', 'wait'],
  ['text waiting 336', 'text', 'skip'],
  ['text waiting 336', 'text, email', 'email'],
  ['text failed 0', 'text, email', 'email'],
  ['text failed 0', 'text', 'skip'],
  ['text failed 0', '', 'skip'],
  ['text failed 2, email waiting 1', 'text, email', 'wait'],
  ['text waiting 2, email failed 1', 'text, email', 'wait'],
  ['text failed 2, email failed 1', 'text, email', 'skip'],
  ['email failed 1', 'email', 'skip'],
  // The number is new: the e-mail did not arrive, but a text can.
  ['email failed 1', 'text, email', 'text'],
  ['email waiting 1', 'email', 'wait'],
  ['email waiting 336', 'email', 'skip'],
])('announcements %j with the ways %j: %s', (written, ways, step) => {
  const announcements = written ? written.split(', ').map(announcement) : []
  const [canText, canMail] = [ways.includes('text'), ways.includes('email')]
  expect(announcementStep({ announcements, canText, canMail, now: NOW })).toBe(step)
})
