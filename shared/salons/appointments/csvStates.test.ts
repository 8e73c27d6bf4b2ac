import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'
import { csvOf, london, now, readOne } from './testing.ts'

test.each([
  ['Completed', 'attended'],
  ['COMPLETE', 'attended'],
  ['Appointment completed', 'attended'],
  ['Arrived', 'attended'],
  ['Started', 'attended'],
  ['In Progress', 'attended'],
  ['Checked-out', 'attended'],
  ['CHECKED_IN', 'attended'],
  ['Attended', 'attended'],
  ['Show', 'attended'],
  ['Abgeschlossen', 'attended'],
  ['Terminé', 'attended'],
  ['Asistió', 'attended'],
  ['Not attended', 'no_show'],
  ["Didn't arrive", 'no_show'],
  ['Did not show up', 'no_show'],
  ['No-show', 'no_show'],
  ['NO_SHOW', 'no_show'],
  ['No Show', 'no_show'],
  ['NoShow', 'no_show'],
  ['DNA', 'no_show'],
  ['Nicht erschienen', 'no_show'],
  ['No asistió', 'no_show'],
  ['Non présenté', 'no_show'],
  ['Cancelled', 'canceled'],
  ['CANCELED', 'canceled'],
  ['CANCELLED_BY_CUSTOMER', 'canceled'],
  ['CANCELLED_BY_SELLER', 'canceled'],
  ['Late cancellation', 'canceled'],
  ['Late cancelled', 'canceled'],
  ['Declined', 'canceled'],
  ['Deleted', 'canceled'],
  ['Storniert', 'canceled'],
  ['Annulé', 'canceled'],
  ['Cancelada', 'canceled'],
  ['New', 'booked'],
  ['Confirmed', 'booked'],
  ['Unconfirmed', 'booked'],
  ['ACCEPTED', 'booked'],
  ['Pending', 'booked'],
  ['Bestätigt', 'booked'],
  ['En attente', 'booked'],
  ['', 'booked'],
  ['-', 'booked'],
])('the status %s is %s', (status, expected) => {
  expect(readOne({ Status: status })).toEqual({
    appointment: expect.objectContaining({ state: expected }),
    reason: undefined,
    asked: [],
  })
})

test.each([
  'Unattended',
  'Never arrived',
  'Unfulfilled',
  'To be completed',
  'Deposit paid',
  'Prepaid',
  'Paid',
  'Unpaid',
  'Refunding',
  'Invoiced',
  'Not cancelled',
  'Uncancelled',
  'Cancel requested',
  'Cancellation pending',
  'Rescheduled',
  'Moved',
  'Waitlist',
  'Not completed',
  'Incomplete',
  'Not yet attended',
  'Attended?',
  'Completed / No show',
  'Will be attended',
  'Almost finished',
  'Not checked in',
  'Awaiting check-in',
  'Closed',
  'Expired',
  'Confirmed - not arrived',
  'Undone',
  'Not a no show',
  'Do not delete',
  'Active client',
])('the status %s needs a decision, and its row is not stored', (status) => {
  expect(readOne({ Status: status })).toEqual({
    appointment: undefined,
    reason: `The status “${status}” is not known`,
    asked: [status],
  })
})

test('a word needs one decision for all its rows and spellings', () => {
  const rows = ['On hold', 'on-hold', 'ON HOLD', 'Waitlist', 'Completed'].map((Status, n) => ({
    ...{ ID: `a${n}`, Phone: '07700900600', Start: `${n + 10}/07/2026 14:30`, Status },
  }))
  const text = csvOf(...rows)
  expect(readCsv([text], london, now).askedStates).toEqual([
    { key: 'onhold', word: 'On hold', rows: 3, meaning: null },
    { key: 'waitlist', word: 'Waitlist', rows: 1, meaning: null },
  ])
  const states = { onhold: 'no_show', waitlist: 'leave_out' } as const
  const read = readCsv([text], london, now, { states })
  expect(read.appointments.map(({ state }) => state)).toEqual(['no_show', 'no_show', 'no_show', 'attended'])
  expect(read.rejected).toEqual([{ row: 5, reason: 'Left out, as you chose for “Waitlist”' }])
  expect(read.askedStates.map(({ meaning }) => meaning)).toEqual(['no_show', 'leave_out'])
})

test.each<[Record<string, string>, string | undefined]>([
  [{ Status: 'Paid', 'Appointment Status': 'Cancelled' }, 'canceled'],
  [{ Status: 'Paid', 'Appointment Status': 'No show' }, 'no_show'],
  [{ Status: 'Paid', 'Appointment Status': 'Completed' }, 'attended'],
  [{ Status: 'Completed', 'Booking Status': 'Confirmed' }, 'booked'],
  [{ Status: 'Completed', 'Booking Status': 'Waitlist' }, undefined],
  [{ Status: 'Waitlist', 'Booking Status': 'Cancelled' }, 'canceled'],
  [{ Status: 'Completed', 'Payment Status': 'Unpaid' }, 'attended'],
  [{ Status: 'Completed', 'Activation State': 'ACTIVE' }, 'attended'],
  [{ Status: 'Completed', 'Activation State': 'CANCELED' }, 'canceled'],
  [{ Status: 'Completed', State: 'TX' }, 'attended'],
  [{ Status: '', Attended: 'No' }, 'no_show'],
  [{ Status: '', Attended: 'Yes' }, 'attended'],
  [{ Status: 'Completed', Attended: 'FALSE' }, 'no_show'],
  [{ Status: '', Attended: 'No', Start: '18/08/2026 14:30' }, 'booked'],
  [{ Status: '', Attended: 'maybe' }, undefined],
  [{ Status: '', 'Checked in at': '18/07/2026 14:31' }, 'attended'],
  [{ Status: '', 'Checked in at': '14:31' }, 'attended'],
  [{ Status: '', 'Checked in': 'No' }, 'booked'],
  [{ Status: '', Completed: 'No' }, 'booked'],
  [{ Status: 'Completed', 'Cancelled at': '27/11/2026 18:00' }, 'canceled'],
  [{ Status: 'Completed', 'Cancelled at': '' }, 'attended'],
  [{ Status: 'Completed', 'Cancelled at': '0000-00-00 00:00:00' }, 'attended'],
  [{ Status: 'Completed', Canceled: '27/11/2026' }, 'canceled'],
  [{ Status: 'Completed', Cancelled: 'Yes' }, 'canceled'],
  [{ Status: 'Completed', Cancelled: 'no' }, 'attended'],
  [{ Status: 'Completed', Cancelled: 'Late' }, undefined],
  [{ Status: 'Completed', Cancelled: 'Not cancelled' }, undefined],
  [{ Status: 'Completed', 'Is cancelled': '1' }, 'canceled'],
  [{ Status: 'Completed', 'Date cancelled': '2026-07-17' }, 'canceled'],
  [{ Status: 'Completed', 'Cancelled by': 'Ana' }, 'canceled'],
  [{ Status: 'Completed', 'Cancellation reason': 'ill' }, 'canceled'],
  [{ Status: 'Completed', 'Cancellation reason': 'N/A' }, 'attended'],
  [{ Status: 'Completed', 'Cancellation reason': 'none' }, 'attended'],
  [{ Status: 'Completed', 'Cancellation reason': '0' }, 'attended'],
  [{ Status: 'Completed', 'Cancellation reason': '-' }, 'attended'],
  [{ Status: 'Completed', 'Cancellation fee': '10.00' }, 'attended'],
  [{ Status: 'Completed', 'Cancellation policy': 'accepted' }, 'attended'],
  [{ Status: 'Completed', 'No show': 'TRUE' }, 'no_show'],
  [{ Status: 'Completed', 'No-Show': '1' }, 'no_show'],
  [{ Status: 'Completed', noShow: 'x' }, 'no_show'],
  [{ Status: 'Completed', 'Marked as No-Show': 'Yes' }, 'no_show'],
  [{ Status: 'Completed', 'No show': '0' }, 'attended'],
  [{ Status: 'Booked', Cancelled: 'no', 'No show': 'TRUE' }, 'no_show'],
])('a row with %j is %s: the worst of its columns counts', (cells, expected) => {
  expect(readOne(cells).appointment?.state).toBe(expected)
})
