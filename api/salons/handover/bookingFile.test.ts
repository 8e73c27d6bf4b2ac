import { expect, test } from 'vitest'
import { bookingFile } from './bookingFile.ts'

const booking = {
  id: '5d6ff7a0-0000-4000-8000-000000000001',
  kind: 'booking' as const,
  phone: '+447700900601',
  firstName: 'Mary',
  words: 'Yes',
  messageId: '5d6ff7a0-0000-4000-8000-000000000002',
  visitId: '5d6ff7a0-0000-4000-8000-000000000003',
  visitAt: '2026-07-10T13:00:00.000Z',
  isCanceled: false,
  revision: 0,
  createdAt: '2026-07-06T09:00:00.000Z',
  answer: null,
  answerWords: null,
  answeredAt: null,
}
const linesOf = (change: Partial<typeof booking> = {}) =>
  bookingFile({ ...booking, ...change }, 'Glow & Co.').split('\r\n')

test('the calendar file has the time in UTC, a stable uid and the client', () => {
  expect(linesOf()).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Salonback//bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${booking.id}@salonback`,
    'SEQUENCE:0',
    'DTSTAMP:20260706T090000Z',
    'DTSTART:20260710T130000Z',
    'DTEND:20260710T140000Z',
    'SUMMARY:Mary +44 7700 900601',
    'LOCATION:Glow & Co.',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test('a moved or canceled booking replaces the entry', () => {
  expect(linesOf({ revision: 2 })).toContain('SEQUENCE:2')
  expect(linesOf({ isCanceled: true })).toEqual(expect.arrayContaining(['SEQUENCE:1', 'STATUS:CANCELLED']))
})

test('a name adds no lines', () => {
  const lines = linesOf({ firstName: 'M\r\nEND:VEVENT\nURL:https://evil.example' })
  expect(lines.filter((line) => line.startsWith('URL') || line === 'END:VEVENT')).toEqual(['END:VEVENT'])
})
