import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'
import { london, newYork } from './testing.ts'

const now = new Date('2026-11-28T22:00:00Z')
const read = (lines: string[], salon: typeof london | typeof newYork = london) =>
  readCsv([lines.join('\n')], salon, now)
const startHeader = 'Appointment ID,Mobile,Start,Status,Price,Created at'

test('words that are in no list need a decision, and none is read by its parts', () => {
  const words = ['Unattended', 'Never arrived', 'Deposit paid', 'Unfulfilled', 'To be completed']
  const rows = [...words, 'Completed', 'No show'].map(
    (word, n) => `s${n},+4477009006${n}0,28/11/2026 18:00,${word},100.00,28/11/2026 01:30`,
  )
  const { appointments, askedStates, rejected } = read([startHeader, ...rows])
  expect(appointments.map(({ externalId, state }) => [externalId, state])).toEqual([
    ['s5', 'attended'],
    ['s6', 'no_show'],
  ])
  expect(askedStates.map(({ word }) => word)).toEqual(words)
  expect(rejected).toHaveLength(5)
})

test('the worst of two status columns counts', () => {
  const { appointments } = read([
    'Appointment ID,Mobile,Start,Status,Appointment Status,Price,Created at',
    't1,+447700900408,28/11/2026 10:00,Paid,Cancelled,100.00,28/11/2026 01:30',
    't2,+447700900482,28/11/2026 10:00,Paid,No show,100.00,28/11/2026 01:30',
  ])
  expect(appointments.map(({ state }) => state)).toEqual(['canceled', 'no_show'])
})

test('a date in a column of cancellations cancels', () => {
  const { appointments } = read([
    'Appointment ID,Mobile,Start,Canceled,Cancelled at,Price,Status,Created at',
    'd1,+447700900490,28/11/2026 18:00,27/11/2026,27/11/2026 18:00,100.00,Paid,28/11/2026 01:30',
  ])
  expect(appointments).toMatchObject([{ state: 'canceled', amount: null }])
})

test('a zone that is written in any spelling counts', () => {
  const times = ['1:30 PM UTC', '13:30:00+00', '13:30 GMT', '13:30 (UTC)', '13:30 UTC']
  const rows = times.map(
    (time, n) => `a${n},(212) 456-789${n},07/15/2026 10:00,Completed,100,2026-07-10 ${time}`,
  )
  const { appointments } = read(['ID,Phone,Start,Status,Price,Created at', ...rows], newYork)
  expect(appointments.map(({ bookedAt }) => bookedAt)).toEqual(times.map(() => '2026-07-10T13:30:00.000Z'))
})

test('two services of an appointment with one price are two', () => {
  const { appointments } = read([
    'Appt. ref.,Mobile,Scheduled date,Appt. slot,Status,Service,Team member,Net sales,Created date',
    'E100,07700900471,28/11/2026,18:00,Completed,Cut,Ana,45.00,28/11/2026 01:30',
    'E100,07700900471,28/11/2026,18:00,Completed,Blow-dry,Bo,45.00,28/11/2026 01:30',
  ])
  expect(appointments).toMatchObject([{ externalId: 'E100', amount: 9000, state: 'attended' }])
})

test('a refund is subtracted', () => {
  const { appointments } = read([
    startHeader,
    'r1,+447700900420,28/11/2026 18:00,Completed,80.00,28/11/2026 01:30',
    'r1,+447700900420,28/11/2026 18:00,Completed,-80.00,28/11/2026 01:30',
  ])
  expect(appointments).toMatchObject([{ externalId: 'r1', amount: 0 }])
})

const line = (id: string, phone: string, day = '28') =>
  `${id},${phone},${day}/11/2026 18:00,Completed,20.00,28/11/2026 01:30`

test.each([
  ['two people', [line('g7', '+447700900459'), line('g7', '+447700900424')]],
  ['two days', [line('g7', '+447700900459', '21'), line('g7', '+447700900459', '28')]],
])('one id for %s is refused on both', (_, rows) => {
  const { appointments, rejected } = read([startHeader, ...rows])
  expect(appointments).toEqual([])
  const reason = 'Rows 2 and 3 have the same id, with another client or day'
  expect(rejected).toEqual([2, 3].map((row) => ({ row, reason })))
})

test.each([
  '1.23457E+11',
  '1,23457E+11',
  '1E+11',
  'N/A',
  '-',
  '--',
  '0',
  '000',
  'Online',
  'ONLINE',
  'None',
  'null',
  'TBC',
  'Walk-in',
  '#REF!',
  '#N/A',
  '########',
  '00000000-0000-0000-0000-000000000000',
  'undefined',
])('%s is no id: both clients are stored', (id) => {
  const rows = [line(id, '+447700900459'), line(id, '+447700900424')]
  const quoted = rows.map((row) => row.replace(id, `"${id}"`))
  const { appointments } = read([startHeader, ...quoted])
  expect(appointments.map(({ phone }) => phone)).toEqual(['+447700900459', '+447700900424'])
  expect(appointments.map(({ externalId }) => externalId)).not.toContain(id)
})

test.each(['a1', '10', '1E5', 'E100', 'online-17', '4711-0'])('%s is an id', (id) => {
  expect(read([startHeader, line(id, '+447700900459')]).appointments).toMatchObject([{ externalId: id }])
})

test('an id that all rows have names no appointment', () => {
  const rows = [0, 1, 2, 3, 4].map((n) => line('SALON-1', `+44770090045${n}`))
  expect(read([startHeader, ...rows]).appointments).toHaveLength(5)
})

test("Calendly's export has no status, and the zone of the invitee is not that of the times", () => {
  const { appointments, rejected } = read([
    'Event UUID,Event Type Name,Start Date & Time,End Date & Time,Event Created Date & Time,Canceled,Canceled By,Cancellation reason,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Text Reminder Number,Invitee Time Zone,Marked as No-Show,Payment Amount,Payment Currency',
    'u1,Cut,2026-11-27 10:00 am,2026-11-27 10:30 am,2026-11-20 09:15 am,false,,,Ann Lee,,,a@example.com,+44 7700 900459,Eastern Time - US & Canada,No,,',
    'u2,Cut,2026-11-27 11:00 am,2026-11-27 11:30 am,2026-11-20 09:15 am,true,Ann Lee,ill,Bea Lee,,,b@example.com,+44 7700 900424,Europe/London,No,,',
    'u3,Cut,2026-11-27 12:00 pm,2026-11-27 12:30 pm,2026-11-20 09:15 am,false,,,Cat Lee,,,c@example.com,+44 7700 900425,Europe/London,Yes,45.00,GBP',
    'u4,Cut,2026-12-27 12:00 pm,2026-12-27 12:30 pm,2026-11-20 09:15 am,false,,,Dee Lee,,,c@example.com,,Europe/London,No,,',
  ])
  const booked = '2026-11-20T09:15:00.000Z'
  expect(
    appointments.map(({ externalId, state, startsAt, bookedAt }) => [externalId, state, startsAt, bookedAt]),
  ).toEqual([
    ['u1', 'booked', '2026-11-27T10:00:00.000Z', booked],
    ['u2', 'canceled', '2026-11-27T11:00:00.000Z', booked],
    ['u3', 'no_show', '2026-11-27T12:00:00.000Z', booked],
  ])
  expect(rejected).toEqual([{ row: 5, reason: 'No phone number' }])
})
