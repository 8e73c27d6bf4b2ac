import { findHeader } from '@salonback/shared/salons/lists/columns.ts'
import { readList } from '@salonback/shared/salons/lists/readList.ts'
import { expect, test } from 'vitest'
import { expectReading } from '../../testing/expectReading.ts'
import { xlsxFile } from '../../testing/xlsxFile.ts'
import { readCells } from '../lists/cells.ts'

const lost = 'digits were lost in a spreadsheet, export the column as text'

test('Google Contacts, new', () =>
  expectReading(
    `First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value
Emma,,Jones,,,,,,,,* myContacts,,,Mobile,07700 900123,,
Grace,,Hall,,,,,,"Colour 6.1
allergic",,VIP ::: * myContacts,,,Home,020 7946 0123,Mobile,+44 7700 900124
Ruby,,Hill,,,,,,,,* myContacts,,,Mobile,07700 900125 ::: 07700 900126,,
Plumber,,,,,,Leaks Ltd,,,,* myContacts,,p@example.com,,,,
Lily,,Wood,,,,,2010-05-01,,,Staff ::: * myContacts,,,Mobile,4.47701E+11,Work,07700900127
Ivy,,Ward,,,,,,,,* myContacts,,,Mobile,4.47701E+11,,`,
    'GB',
    {
      columns: {
        phone: 'Phone 1 - Value',
        otherPhone: 'Phone 2 - Value',
        firstName: 'First Name',
        lastName: 'Last Name',
        birthday: 'Birthday',
        tags: 'Labels',
      },
      clients: [
        '2 +447700900123 Emma - - - unknown',
        '3 +447700900124 Grace - - - unknown vip',
        '4 +447700900125 Ruby - - - unknown',
        '6 +447700900127 Lily - - - unknown minor staff',
      ],
      rejected: [
        [5, '', 'no phone number'],
        [7, '4.47701E+11', lost],
      ],
      reported: [
        [3, 'the other number, ending in 123, is not used'],
        [4, 'the other number, ending in 126, is not used'],
      ],
      dateOrder: 'iso',
    },
  ))

test('Google Contacts, old, in UTF-16', () =>
  expectReading(
    Buffer.from(
      `\ufeffName,Given Name,Additional Name,Family Name,Yomi Name,Birthday,Gender,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Name
Siobhán Murphy,Siobhán,,Murphy,,,,,* myContacts ::: Clients,* ,s@example.com,Mobile,087 123 4567,
Mum,,,,,,,,* myContacts,,,Mobile,+353 86 123 4567,
Dr. Orla Byrne,,,,,,,,* myContacts,,,Work,01 234 5678,
Niamh Walsh,Niamh,,Walsh,,--05-01,,,* myContacts ::: VIP,,,Mobile,087 123 4567,
,,,,,,,,* myContacts,,x@example.com,,,
Una Daly,Una,,Daly,,,,,Deceased,,,Mobile,00353871234569,`,
      'utf16le',
    ),
    'IE',
    {
      columns: {
        phone: 'Phone 1 - Value',
        firstName: 'Given Name',
        lastName: 'Family Name',
        name: 'Name',
        birthday: 'Birthday',
        tags: 'Group Membership',
      },
      clients: [
        '2 +353871234567 Siobhán - - - unknown vip',
        '3 +353861234567 Mum - - - unknown',
        '4 +35312345678 Orla - - - unknown',
        '7 +353871234569 Una - - - unknown deceased',
      ],
      rejected: [[6, '', 'no phone number']],
      merged: 1,
      dateOrder: 'iso',
    },
  ))

test('an XLSX file with numbers and dates', () =>
  expectReading(
    xlsxFile(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>
       <row r="2"><c r="A2" t="s"><v>4</v></c><c r="B2"><v>7700900123</v></c><c r="C2" s="1"><v>45750</v></c><c r="D2" t="b"><v>1</v></c></row>
       <row r="3"><c r="B3"><v>447700900124</v></c><c r="C3" s="3"><v>45751.75</v></c><c r="D3" t="b"><v>0</v></c></row>
       <row r="5"><c r="A5" t="s"><v>4</v></c><c r="B5" t="s"><v>5</v></c><c r="C5" s="1"><v>0</v></c></row>`,
      ['Client name', 'Phone', 'Last visit', 'Marketing', 'Ann Lee', '4.47701E+11'],
    ),
    'GB',
    {
      columns: { phone: 'Phone', name: 'Client name', lastVisit: 'Last visit', consent: 'Marketing' },
      clients: ['2 +447700900123 Ann 2025-04-03 - - yes', '3 +447700900124 - 2025-04-04 - - no'],
      rejected: [[5, '4.47701E+11', lost]],
      dateOrder: 'iso',
    },
  ))

test('a list without header has the columns that a person chooses', async () => {
  const { rows } = await readCells(
    Buffer.from('Ann Lee,07700 900123,03/04/2025\nBea Hill,07700 900124,\nCat,,13/04/2025'),
    'a.csv',
  )
  expect(findHeader(rows)).toEqual({ row: 0, names: ['Column A', 'Column B', 'Column C'] })
  const mapping = { name: 0, phone: 1, lastVisit: 2 }
  const { clients, rejected } = readList(rows, { mapping, country: 'GB', asOf: '2025-06-01' })
  expect(clients.map(({ row, firstName, lastVisit }) => [row, firstName, lastVisit])).toEqual([
    [1, 'Ann', '2025-04-03'],
    [2, 'Bea', null],
  ])
  expect(rejected).toMatchObject([{ row: 3, column: 'Column B', value: '', reason: 'no phone number' }])
})

test.each([
  [
    'two orders of dates',
    'Phone,Last Visit\n07700900123,25/04/2025\n07700900124,04/25/2025',
    {
      code: 'mixed_dates',
      row: 3,
      column: 'Last Visit',
      message:
        'The dates have two orders: 25/04/2025 in row 2 starts with the day, 04/25/2025 in row 3 with the month. ' +
        'Export the list with one kind of date.',
    },
  ],
  ['a column twice', 'Name,Phone,Phone\nAnn,07700900123,', { code: 'header_twice', row: null, column: 'C' }],
  [
    'the header twice',
    'Name,Phone\nAnn,07700900123\nName,Phone',
    { code: 'header_twice', row: 3, column: null },
  ],
  [
    '201 columns',
    `Phone,Name${','.repeat(199)}\n07700900123`,
    { code: 'too_many_columns', row: 1, column: 'GS' },
  ],
])('refuses a list with %s', async (_, text, fault) => {
  const reading = expectReading(text, 'GB', { columns: {}, clients: [], dateOrder: 'iso' })
  await expect(reading).rejects.toMatchObject({ name: 'ListFault', ...fault })
})
