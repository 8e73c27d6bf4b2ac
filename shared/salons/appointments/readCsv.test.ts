import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'

const london = { country: 'GB', timeZone: 'Europe/London', currency: 'GBP' } as const
const newYork = { country: 'US', timeZone: 'America/New_York', currency: 'USD' } as const
const mary = { phone: '+447700900600', startsAt: '2026-07-18T13:30:00.000Z' }

test.each<[string, string, typeof london | typeof newYork, object]>([
  [
    'Fresha',
    'Appt. ref.,Client,Mobile number,Scheduled date,Created date,Status,Net sales\n#A1,Mary,07700 900600,"18 Jul 2026, 14:30","12 Jul 2026, 10:00",Completed,£45.00',
    london,
    { ...mary, externalId: '#A1', bookedAt: '2026-07-12T09:00:00.000Z', state: 'attended', amount: 4500 },
  ],
  [
    'Square',
    'Appointment ID,Customer Phone Number,Start Time,Date Created,Status,Price\nsq1,(212) 456-7890,07/18/2026 2:30 PM,07/12/2026 10:00 AM,No-Show,$45.00',
    newYork,
    {
      ...{ externalId: 'sq1', phone: '+12124567890', startsAt: '2026-07-18T18:30:00.000Z' },
      ...{ bookedAt: '2026-07-12T14:00:00.000Z', state: 'no_show', amount: null },
    },
  ],
  [
    'Acuity',
    'Start Time,End Time,First Name,Phone,Appointment Price,Date Scheduled,Appointment ID\n"July 18, 2026 2:30 pm","July 18, 2026 3:30 pm",Mary,+447700900600,45.00,2026-07-12,77',
    london,
    { ...mary, externalId: '77', bookedAt: '2026-07-12T11:00:00.000Z', state: 'booked', amount: null },
  ],
  [
    'another system with date and time apart, and no id',
    'Date;Time;Mobile;Status\n18/07/2026;14:30;07700900600;Cancelled by client',
    london,
    {
      ...mary,
      externalId: '+447700900600 2026-07-18T13:30:00.000Z',
      bookedAt: null,
      state: 'canceled',
      amount: null,
    },
  ],
])('the appointments of %s are read', (_, text, salon, expected) => {
  expect(readCsv(text, salon)).toEqual({ appointments: [expected], rejected: [] })
})

test('each row that cannot be stored is listed with its number and reason', () => {
  const text = [
    'Phone,Start,Status',
    ',18/07/2026 14:30,Booked',
    '07700900600,some day,Booked',
    '07700900600,18/07/2026 14:30,Waitlist',
    '07700900600,18/07/2026 14:30,Booked',
  ].join('\n')
  const { appointments, rejected } = readCsv(text, london)
  expect(appointments).toHaveLength(1)
  expect(rejected).toEqual([
    { row: 2, reason: 'No phone number' },
    { row: 3, reason: 'The date cannot be read' },
    { row: 4, reason: 'The status “Waitlist” is not known' },
  ])
})

test('a file without numbers or dates is refused', () => {
  expect(() => readCsv('Name,Status\nMary,Booked', london)).toThrow(
    'There is no column with the mobile number and the date of the appointment',
  )
})
