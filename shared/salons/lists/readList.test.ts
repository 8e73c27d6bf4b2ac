import { expect, test } from 'vitest'
import { findHeader, mapColumns } from './columns.ts'
import { ListFault } from './listFault.ts'
import { phoneReasons } from './listPhones.ts'
import { proposePhoneColumn } from './phoneColumn.ts'
import { type ListOptions, readList } from './readList.ts'

const header = ['First Name', 'Mobile', 'Last Visit', 'Next Visit', 'Visits', 'Marketing', 'Tags']
const options: ListOptions = { mapping: mapColumns(header), country: 'GB', asOf: '2025-06-01' }
const read = (...rows: string[][]) => readList([header, ...rows], options)

const ann = {
  phone: '+447700900123',
  firstName: 'Ann',
  lastVisit: null,
  nextVisit: null,
  visits: null,
  flags: [],
  consent: 'unknown',
  consentValue: null,
  row: 2,
}

test('a client has phone, first name, visits, consent and flags, and no other column', () => {
  const names = [...header, 'Last Name', 'Email', 'Note', 'Address', 'Birthday', 'Card']
  const row = 'Ann|07700900123|03/04/2025|2025-07-01|12|Yes|VIP|Lee|a@b.c|x|y|2010-01-01|4242'.split('|')
  expect(readList([names, row], { ...options, mapping: mapColumns(names) })).toEqual({
    clients: [
      {
        ...{ ...ann, lastVisit: '2025-04-03', nextVisit: '2025-07-01', visits: 12, flags: ['minor', 'vip'] },
        ...{ consent: 'yes', consentValue: 'Yes' },
      },
    ],
    rejected: [],
    merged: [],
    reported: [],
    dateOrder: 'day-first',
    rowCount: 1,
    needsPhoneColumn: false,
    consentColumn: 'Marketing',
    unreadConsent: [],
  })
})

/** Cells between bars, rows between slashes. */
const rowsOf = (written: string) => written.split(' / ').map((row) => row.split('|'))

test.each<[string, string, object]>([
  ['newest last visit', '|07700900123|2024-05-01 / |+447700900123|2025-04-01', { lastVisit: '2025-04-01' }],
  ['a last visit on one row', '|07700900123|2024-05-01 / |07700900123|Never', { lastVisit: '2024-05-01' }],
  ['latest next visit', '|07700900123||2025-08-01 / |07700900123||2025-07-01', { nextVisit: '2025-08-01' }],
  ['most visits', '|07700900123|||3 / |07700900123|||7', { visits: 7 }],
  ['an objection after consent', '|07700900123||||Yes / |07700900123||||No', { consent: 'no' }],
  ['an objection before consent', '|07700900123||||No / |07700900123||||Yes', { consent: 'no' }],
  ['consent and no answer', '|07700900123|||| / |07700900123||||Yes', { consent: 'yes' }],
  ['all flags', '|07700900123|||||VIP / |07700900123|||||Blocked', { flags: ['blocked', 'vip'] }],
  ['the first name', '|07700900123 / Ann|07700900123 / Bea|07700900123', { firstName: 'Ann', row: 2 }],
])('rows with one phone become one client with %s', (_, written, expected) => {
  const rows = rowsOf(written)
  const { clients, merged, rowCount } = read(...rows)
  expect(clients).toEqual([expect.objectContaining(expected)])
  expect({ merged: merged.length, rowCount }).toEqual({ merged: rows.length - 1, rowCount: rows.length })
})

test('merged rows name the first row with their number; rejected rows keep name and visit', () => {
  const { merged, rejected, reported } = read(
    ...rowsOf(
      'Ann|07700900123|2025-04-03 / Bea||2025-04-02 / Anna|+44 7700 900123|2025-04-01|soon / A|07700900123',
    ),
  )
  expect(
    merged.map(({ client, into }) => `${client.row} ${client.firstName} ${client.lastVisit} ${into}`),
  ).toEqual(['4 Anna 2025-04-01 2', '5 A null 2'])
  expect(rejected).toMatchObject([{ row: 3, firstName: 'Bea', lastVisit: '2025-04-02' }])
  expect(reported).toMatchObject([{ row: 4, client: { firstName: 'Anna', phone: '+447700900123' } }])
})

test('totals and empty rows are skipped; rows without a number are rejected', () => {
  const reading = read(
    ['Ann', '07700900123'],
    ['', ' ', ''],
    ['Total', '07700900124'],
    ['Total', '3'],
    ['Grand Total: 3'],
    ['', '', 'Totals', '', '12'],
    ['Bea', ''],
    ['Cat', '4.47701E+11'],
  )
  expect(reading.clients.map(({ firstName, row }) => `${firstName} ${row}`)).toEqual(['Ann 2', 'Total 4'])
  const client = { column: 'Mobile', lastVisit: null }
  expect(reading.rejected).toEqual([
    { ...client, row: 8, value: '', reason: phoneReasons.missing, firstName: 'Bea' },
    { ...client, row: 9, value: '4.47701E+11', reason: phoneReasons.lostDigits, firstName: 'Cat' },
  ])
  expect(reading.rowCount).toBe(4)
})

test('what is not used of an accepted row is reported', () => {
  const reading = read(
    ['Ann', '07700900123 / 07700900124', 'last week', '31/02/2025', '', 'maybe'],
    ['Bea', '07700900125', '2025-06-02', '', 'many'],
  )
  expect(reading.clients).toEqual([
    { ...ann, consent: 'unread', consentValue: 'maybe' },
    { ...ann, phone: '+447700900125', firstName: 'Bea', lastVisit: '2025-06-02', row: 3 },
  ])
  expect(reading.reported.map(({ row, message }) => ({ row, message }))).toEqual([
    { row: 2, message: 'the other number, ending in 124, is not used' },
    { row: 2, message: 'Last Visit "last week" is not a date and is not used' },
    { row: 2, message: 'Next Visit "31/02/2025" is not a date and is not used' },
    { row: 2, message: 'Marketing "maybe" is neither yes nor no: please decide' },
    { row: 3, message: 'Last Visit 2025-06-02 is after the day of the list' },
  ])
})

test('columns of a list are chosen by a person', () => {
  const rows = rowsOf('Ann|07700900123|blue / Bea|07700900124|red')
  const { clients, rowCount } = readList(rows, { ...options, mapping: { name: 0, phone: 1 } })
  expect(clients.map(({ firstName, row }) => `${firstName} ${row}`)).toEqual(['Ann 1', 'Bea 2'])
  expect(rowCount).toBe(2)
})

test.each<[string, ListOptions['mapping'], string]>([
  ['an opt-out column is an objection', { phone: 0, optOut: 1 }, 'no'],
  ['a consent column is consent', { phone: 0, consent: 1 }, 'yes'],
  ['both is an objection', { phone: 0, consent: 1, optOut: 1 }, 'no'],
])('a yes in %s', (_, mapping, consent) => {
  const rows = rowsOf('Phone|Choice / 07700900123|Yes')
  expect(readList(rows, { ...options, mapping }).clients[0]?.consent).toBe(consent)
})

test.each<[ListOptions['mapping'], Partial<ListFault>]>([
  [{ phone: 7 }, { code: 'unknown_column', message: 'The list has no column number 8.' }],
  [{ phone: -1 }, { code: 'unknown_column' }],
  [{ phone: 0, consent: 0.5 }, { code: 'unknown_column' }],
])('the mapping %j is refused', (mapping, fault) => {
  const refuse = () => readList([header, ['Ann', '07700900123']], { ...options, mapping })
  expect(refuse).toThrow(ListFault)
  expect(refuse).toThrow(expect.objectContaining(fault))
})

test('dates of the last and the next visit must have one order', () => {
  expect(() => read(['Ann', '07700900123', '25/04/2025', '07/25/2025'])).toThrow(
    expect.objectContaining({ code: 'mixed_dates', row: 2 }),
  )
})

test('50,000 rows are read, and each is a client, merged or rejected', () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => {
    const phone = n % 10 === 0 ? '' : `07700${String((n * 7919) % 40_009).padStart(6, '0')}`
    return ['Ann', phone, `${(n % 28) + 1}/${(n % 12) + 1}/2024`, '', '3', n % 3 ? 'Yes' : 'No', '']
  })
  const { clients, merged, rejected, rowCount, dateOrder } = read(...rows)
  expect({ rowCount, dateOrder }).toEqual({ rowCount: 50_000, dateOrder: 'day-first' })
  expect(clients.length + merged.length + rejected.length).toBe(50_000)
  expect(rejected.length).toBe(5000 + rows.filter(([, phone]) => phone === '07700000000').length)
  expect(new Set(clients.map(({ phone }) => phone)).size).toBe(clients.length)
})

test('a list without phone column has no clients until a person chooses it', () => {
  const rows = rowsOf('Name|Kontakt / Ann|07700900123')
  const reading = readList(rows, { ...options, mapping: { name: 0 } })
  expect(reading).toMatchObject({ clients: [], rowCount: 1, needsPhoneColumn: true })
  expect(proposePhoneColumn(rows, findHeader(rows), 'GB')).toBe(1)
})

test('values that are neither yes nor no are counted and decided by staff', () => {
  const rows = [
    ['Ann', '07700900123', '', '', '', 'asked mum'],
    ['Bea', '07700900124', '', '', '', 'Asked  Mum '],
    ['Cat', '07700900125', '', '', '', 'maybe'],
    ['Di', '07700900126', '', '', '', 'No'],
  ]
  expect(read(...rows)).toMatchObject({
    consentColumn: 'Marketing',
    unreadConsent: [
      { value: 'asked mum', clients: 2 },
      { value: 'maybe', clients: 1 },
    ],
  })
  const consentAnswers = { 'asked mum': 'objection', maybe: 'consent' } as const
  const answered = readList([header, ...rows], { ...options, consentAnswers })
  expect(answered.unreadConsent).toEqual([])
  expect(answered.clients.map(({ consent }) => consent)).toEqual(['no', 'no', 'yes', 'no'])
})

test('a header that a later row repeats is refused', () => {
  const twice = () => read(['Ann', '07700900123'], header)
  expect(twice).toThrow(
    expect.objectContaining({
      code: 'header_twice',
      row: 3,
      column: null,
      message: 'Row 3 repeats the header of row 1. Delete it, or send the two lists one by one.',
    }),
  )
})
