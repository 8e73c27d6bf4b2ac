import { expect, test } from 'vitest'
import { findHeader, mapColumns } from './columns.ts'
import { ListFault } from './listFault.ts'

test.each<[string, string[], Record<string, number>]>([
  ['the best phone column', ['Telephone', 'Phone', 'Mobile'], { phone: 2, otherPhone: 1 }],
  [
    'spellings',
    ['firstName', 'LAST_NAME', ' Mobile  number ', 'E-mail'],
    { firstName: 0, lastName: 1, phone: 2 },
  ],
  ['accents', ['Syntymäaika', 'Viimeisin käynti', 'Puhelinnumero'], { birthday: 0, lastVisit: 1, phone: 2 }],
  ['marketing before reminders', ['SMS Reminder Consent', 'SMS Marketing Consent'], { consent: 1 }],
  [
    'a reminder column is no consent',
    ['Phone', 'SMS Reminders', 'Reminder Consent', 'Accepts Notifications'],
    { phone: 0 },
  ],
  ['an e-mail column is no consent', ['Email Subscription Status', 'Email Marketing', 'Phone'], { phone: 2 }],
  [
    'text marketing before marketing in general',
    ['Accepts Marketing', 'Accepts SMS Marketing'],
    { consent: 1 },
  ],
  ['opt out is not consent', ['Opt Out', 'Phone'], { optOut: 0, phone: 1 }],
  [
    'notes, addresses and cards are never mapped',
    ['Note', 'Notes', 'Address', 'Email', 'Card', 'Phone'],
    { phone: 5 },
  ],
  ['preferred staff is no flag', ['Staff', 'Phone'], { phone: 1 }],
  ['unknown names', ['Foo', 'Bar'], {}],
])('maps %s', (_, names, mapping) => {
  expect(mapColumns(names)).toEqual(mapping)
})

test.each<[string, string[][], { row: number; names: string[] }]>([
  [
    'in row 1',
    [
      ['Name', 'Phone'],
      ['Ann', '07700900123'],
    ],
    { row: 1, names: ['Name', 'Phone'] },
  ],
  [
    'below titles',
    [['Customer report'], ['1 May 2025'], [''], ['Name ', 'Phone'], ['Ann', '07700900123']],
    { row: 4, names: ['Name', 'Phone'] },
  ],
  [
    'with one known name',
    [
      ['Phone', 'Foo'],
      ['07700900123', ''],
    ],
    { row: 1, names: ['Phone', 'Foo'] },
  ],
  [
    'in another language',
    [
      ['Nom', 'Portable'],
      ['Ann', '0612345678'],
    ],
    { row: 1, names: ['Nom', 'Portable'] },
  ],
  [
    'not in the data',
    [
      ['Name', '07700900123'],
      ['Phone', '07700900124'],
    ],
    { row: 0, names: ['Column A', 'Column B'] },
  ],
  [
    'missing',
    [
      ['Ann', '07700900123'],
      ['Bea', '07700900124', 'x'],
    ],
    { row: 0, names: ['Column A', 'Column B', 'Column C'] },
  ],
  ['in row 11', [...Array(10).fill(['']), ['Name', 'Phone']], { row: 0, names: ['Column A'] }],
  ['of no rows', [], { row: 0, names: [] }],
])('finds a header %s', (_, rows, header) => {
  expect(findHeader(rows)).toEqual(header)
})

test('one of two columns of one name is not used', () => {
  const map = () => mapColumns(['Name', 'Phone', 'phone '])
  expect(map).toThrow(ListFault)
  expect(map).toThrow(
    expect.objectContaining({
      code: 'header_twice',
      column: 'C',
      message: 'The list has the column "phone" twice, in columns B and C. Rename or delete one of them.',
    }),
  )
})

test.each([
  [['Name', 'Mobile', 'Notes', 'Last Visit', 'Notes'], { name: 0, phone: 1, lastVisit: 3 }],
  [['Mobile', 'Email', 'Email', 'Address', 'address'], { phone: 0 }],
  [['Mobile', '', '', 'Spend', 'SPEND'], { phone: 0 }],
])('columns that are not used may repeat: %j', (names, mapping) => {
  expect(mapColumns(names)).toEqual(mapping)
})
