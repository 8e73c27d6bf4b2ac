import { expect, test } from 'vitest'
import { decodeCsv } from './csvTable.ts'
import { readCsv } from './readCsv.ts'
import { london, newYork, now, readOne } from './testing.ts'

const mary = { phone: '+447700900600', startsAt: '2026-07-18T13:30:00.000Z', bookedAt: null, amount: null }

const freshaHeader =
  'Appt. ref.,Client,Team member,Resource,Status,Created date,Scheduled date,Cancelled date,Category,Service,Duration (mins),Appt. slot,Created by,Cancelled by,Location,Net sales,Cancellation reason,Fees charged,Prepayments'
const freshaRow =
  '000042,Mary Smith,Ana,,Completed,"12 Jul 2026, 5:43pm","18 Jul 2026, 12:00am",,Hair,Cut,1h 0min,14:30:00-15:30:00,Ana,,Soho,£45.00,,£0.00,£0.00'
const freshaClients =
  'Client ID,First Name,Last Name,Full Name,Mobile Number,Email\n1,Mary,Smith,Mary Smith,\\+447700900600,\n2,Zoe,Jones,Zoe Jones,07700 900601,'

test.each<[string, string[], typeof london | typeof newYork, object]>([
  [
    'Fresha, whose numbers are in the list of clients',
    [`${freshaHeader}\n${freshaRow}`, freshaClients],
    london,
    { ...mary, externalId: '000042', bookedAt: '2026-07-12T16:43:00.000Z', state: 'attended', amount: 4500 },
  ],
  [
    'Acuity',
    [
      'Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,Amount Paid Online,Certificate Code,Notes,Date Scheduled,Label,Scheduled By,Appointment ID\n"July 18, 2026 14:30","July 18, 2026 15:30",Mary,Smith,\'+447700900600,,Cut,Ana,45.00,no,0.00,,,2026-07-12,,,77',
    ],
    london,
    { ...mary, externalId: '77', bookedAt: '2026-07-12T11:00:00.000Z', state: 'booked' },
  ],
  [
    'Square, with day and time apart',
    [
      'Appointment ID,Customer,Customer Phone,Service,Staff,Date,Start Time,Duration,Price,Status,Created At\nsq1,Mary,(212) 456-7890,Cut,Ana,07/18/2026,2:30 PM,60,$45.00,No-Show,2026-07-12T14:00:05Z',
    ],
    newYork,
    {
      ...{ ...mary, externalId: 'sq1', phone: '+12124567890', startsAt: '2026-07-18T18:30:00.000Z' },
      ...{ bookedAt: '2026-07-12T14:00:05.000Z', state: 'no_show' },
    },
  ],
  [
    'a system without an id',
    ['Date;Time;Mobile;Status;Price\n18/07/2026;14:30;07700900600;Completed;45,00 £'],
    london,
    { ...mary, externalId: '+447700900600 2026-07-18T13:30:00.000Z', state: 'attended', amount: 4500 },
  ],
  [
    'a file with a mark, titles, tabs and line ends of old programs',
    [
      '\uFEFFAppointments\r\r"1 to 31 July"\rID\tMobile\tStart\tStatus\ra1\t07700 900600\t18.07.2026 14.30\tArrived',
    ],
    london,
    { ...mary, externalId: 'a1', state: 'attended' },
  ],
  [
    'a file with notes that hold the other separators',
    ['ID,Phone,Start,Status,Notes\na1,07700900600,18/07/2026 14:30,Booked,fringe; colour; "long"'],
    london,
    { ...mary, externalId: 'a1', state: 'booked' },
  ],
])('the appointments of %s are read', (_, texts, salon, expected) => {
  expect(readCsv(texts, salon, now)).toMatchObject({
    appointments: [expected],
    rejected: [],
    askedStates: [],
  })
})

test.each([
  [{ Phone: '' }, 'No phone number'],
  [{ Phone: 'ask Ana' }, 'Not a phone number'],
  [{ Start: '' }, 'No date'],
  [{ Start: 'some day' }, 'The date cannot be read'],
  [{ Start: '31/02/2026 14:30' }, 'The date cannot be read'],
  [{ Status: 'Waitlist' }, 'The status “Waitlist” is not known'],
  [{ ID: 'x'.repeat(201) }, 'At most 200 characters'],
  [{ Status: 'Completed', Price: '£45000' }, 'At most 20,000 for one visit'],
])('a row with %j is not stored: %s', (cells, reason) => {
  expect(readOne(cells)).toMatchObject({ appointment: undefined, reason })
})

test('a day of booking that is today is no time in the future', () => {
  expect(readOne({ 'Date Scheduled': '2026-07-20' }).appointment?.bookedAt).toBe(now.toISOString())
})

const header = 'ID,Phone,Start,Status,Price\n'

test('one bad row loses no other, and its number is that of a spreadsheet', () => {
  const rows = [
    'a1,07700900600,18/07/2026 14:30,Completed,£45',
    '',
    'a2,,18/07/2026 14:30,Booked,',
    'a3,07700900601,19/07/2026 9:00,Completed,$20',
  ]
  const { appointments, rejected } = readCsv([header + rows.join('\n')], london, now)
  expect(appointments.map(({ externalId, amount }) => [externalId, amount])).toEqual([['a1', 4500]])
  expect(rejected).toEqual([
    { row: 4, reason: 'No phone number' },
    { row: 5, reason: 'The amount “$20” is not in GBP' },
  ])
})

test('rows of one appointment are its services: amounts are added, and a row that is there twice counts once', () => {
  const rows = [
    'a1,07700900600,18/07/2026 14:30,Completed,£45',
    'a1,07700900600,18/07/2026 13:00,Completed,£90',
    'a1,07700900600,18/07/2026 14:30,Completed,£45',
    'a2,07700900600,19/07/2026 14:30,Booked,',
    'a2,07700900600,20/07/2026 14:30,Booked,',
    'a3,07700900600,20/07/2026 14:30,Booked,',
    'a3,07700900601,20/07/2026 14:30,Booked,',
  ]
  const { appointments, rejected, repeated } = readCsv([header + rows.join('\n')], london, now)
  expect(appointments).toMatchObject([
    { externalId: 'a1', startsAt: '2026-07-18T12:00:00.000Z', amount: 13_500 },
  ])
  expect(repeated).toBe(1)
  const reason = (rows: string) => `Rows ${rows} have the same id, with another client or day`
  expect(rejected).toEqual([
    ...[5, 6].map((row) => ({ row, reason: reason('5 and 6') })),
    ...[7, 8].map((row) => ({ row, reason: reason('7 and 8') })),
  ])
})

test('days above 12 show the order of all dates in the file, and two orders are refused', () => {
  const us = 'a1,07700900600,07/18/2026 14:30,Booked,\na2,07700900601,07/08/2026 14:30,Booked,'
  expect(readCsv([header + us], london, now).appointments.map(({ startsAt }) => startsAt)).toEqual([
    '2026-07-18T13:30:00.000Z',
    '2026-07-08T13:30:00.000Z',
  ])
  expect(() => readCsv([`${header + us}\na3,07700900600,18/07/2026,Booked,`], london, now)).toThrow(
    'The dates have two orders',
  )
})

test('names that are not in the list of clients, or there twice, are rejected', () => {
  const more = ['000043,ZOE  jones', '000044,Walk-In', '000045,Ann Lee'].map((start) =>
    freshaRow.replace('000042,Mary Smith', start),
  )
  const clients = `${freshaClients}\n3,Ann,Lee,Ann Lee,07700900602,\n4,Ann,Lee,Ann Lee,07700900603,`
  const { appointments, rejected } = readCsv([[freshaHeader, ...more].join('\n'), clients], london, now)
  expect(appointments).toMatchObject([{ externalId: '000043', phone: '+447700900601' }])
  expect(rejected).toEqual([
    { row: 3, reason: 'No client of the list has this name' },
    { row: 4, reason: 'Two clients of the list have this name' },
  ])
})

test.each<[string[], string]>([
  [['Name,Status\nMary,Booked'], 'There is no column with the date of the appointment'],
  [
    [`${freshaHeader}\n${freshaRow}`],
    'There is no column with the mobile number. Choose the list of clients together',
  ],
  [[`${header}`, `${header}`], 'Choose one file with appointments'],
  [[''], 'There is no column with the date of the appointment'],
  [[`${header}"a1,07700900600`], 'The file cannot be read: a quote is opened and not closed'],
])('files that are no appointments are refused with a sentence', (texts, message) => {
  expect(() => readCsv(texts, london, now)).toThrow(message)
})

test.each([
  ['UTF-8', [0x43, 0xc2, 0xa3]],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x43, 0xc2, 0xa3]],
  ['Windows-1252', [0x43, 0xa3]],
  ['UTF-16', [0xff, 0xfe, 0x43, 0, 0xa3, 0]],
  ['UTF-16 of the other order', [0xfe, 0xff, 0, 0x43, 0, 0xa3]],
])('a file in %s is decoded', (_, bytes) => {
  expect(decodeCsv(Uint8Array.from(bytes)).replace('\uFEFF', '')).toBe('C£')
})
