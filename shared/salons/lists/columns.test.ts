import { expect, test } from 'vitest'
import { findHeader, mapColumns } from './columns.ts'
import { ListFault } from './listFault.ts'

test.each<[string, string, Record<string, number>]>([
  ['the best phone column', 'Telephone|Phone|Mobile', { phone: 2, otherPhone: 1 }],
  ['spellings', 'firstName|LAST_NAME| Mobile  number |E-mail', { firstName: 0, lastName: 1, phone: 2 }],
  ['accents', 'Syntymäaika|Viimeisin käynti|Puhelinnumero', { birthday: 0, lastVisit: 1, phone: 2 }],
  ['marketing before reminders', 'SMS Reminder Consent|SMS Marketing Consent', { consent: 1 }],
  ['no reminder column', 'Phone|SMS Reminders|Reminder Consent|Accepts Notifications', { phone: 0 }],
  ['no e-mail column', 'Email Subscription Status|Email Marketing|Phone', { phone: 2 }],
  ['text marketing before marketing in general', 'Accepts Marketing|Accepts SMS Marketing', { consent: 1 }],
  ['opt out, which is not consent', 'Opt Out|Phone', { optOut: 0, phone: 1 }],
  ['no notes, addresses and cards', 'Note|Notes|Address|Email|Card|Phone', { phone: 5 }],
  ['no preferred staff as a flag', 'Staff|Phone', { phone: 1 }],
  ['no unknown names', 'Foo|Bar', {}],
])('maps %s', (_, names, mapping) => {
  expect(mapColumns(names.split('|'))).toEqual(mapping)
})

/** Cells between bars, rows between slashes. */
const rowsOf = (written: string) => written.split(' / ').map((row) => row.split('|'))

test.each<[string, string, number, string]>([
  ['in row 1', 'Name|Phone / Ann|07700900123', 1, 'Name|Phone'],
  ['below titles', 'Report / 1 May 2025 /  / Name |Phone / Ann|07700900123', 4, 'Name|Phone'],
  ['with one known name', 'Phone|Foo / 07700900123|', 1, 'Phone|Foo'],
  ['in another language', 'Nom|Portable / Ann|0612345678', 1, 'Nom|Portable'],
  ['not in the data', 'Name|07700900123 / Phone|07700900124', 0, 'Column A|Column B'],
  ['missing', 'Ann|07700900123 / Bea|07700900124|x', 0, 'Column A|Column B|Column C'],
  ['in row 11', `${' / '.repeat(10)}Name|Phone`, 0, 'Column A'],
])('finds a header %s', (_, rows, row, names) => {
  expect(findHeader(rowsOf(rows))).toEqual({ row, names: names.split('|') })
})

test('no rows have no header', () => {
  expect(findHeader([])).toEqual({ row: 0, names: [] })
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
