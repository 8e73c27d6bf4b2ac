import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListFault } from '@salonback/shared/salons/listFault.ts'
import { expect, test } from 'vitest'
import { xlsxFile, xlsxParts, zipFile } from '../testing/xlsxFile.ts'
import { readCells } from './cells.ts'

const utf8 = (text: string) => Buffer.from(text)
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()
const latin = (text: string) => Buffer.from(text, 'latin1')

const siobhan = [
  ['Name', 'Phone'],
  ['Siobhán', '0871234567'],
]

test.each<[string, Buffer, string[][]]>([
  ['UTF-8', utf8('Name,Phone\nSiobhán,0871234567'), siobhan],
  ['UTF-8 with a byte order mark', utf8('\ufeffName,Phone\r\nSiobhán,0871234567'), siobhan],
  ['UTF-16 LE', utf16le('\ufeffName\tPhone\r\nSiobhán\t0871234567'), siobhan],
  ['UTF-16 BE', utf16be('\ufeffName\tPhone\r\nSiobhán\t0871234567'), siobhan],
  ['UTF-16 LE without a mark', utf16le('Name,Phone\nSiobhán,0871234567'), siobhan],
  ['UTF-16 BE without a mark', utf16be('Name,Phone\nSiobhán,0871234567'), siobhan],
  ['Windows-1252', latin('Name;Phone\r\nSiobh\xe1n;0871234567'), siobhan],
  [
    'Windows-1252 quotes',
    latin('Name,Phone\nO\x92Neill,1'),
    [
      ['Name', 'Phone'],
      ['O’Neill', '1'],
    ],
  ],
  ['old Mac line ends', utf8('Name,Phone\rSiobhán,0871234567'), siobhan],
  [
    'mixed line ends',
    utf8('Name,Phone\r\nSiobhán,0871234567\nA,1\rB,2'),
    [...siobhan, ['A', '1'], ['B', '2']],
  ],
  [
    'a separator line of Excel',
    utf8('sep=;\nName;Phone'),
    [
      ['sep=', ''],
      ['Name', 'Phone'],
    ],
  ],
  [
    'commas in a list with semicolons',
    utf8('Name;Phone;Visits\nA, B;1;2\nC, D;3;4'),
    [
      ['Name', 'Phone', 'Visits'],
      ['A, B', '1', '2'],
      ['C, D', '3', '4'],
    ],
  ],
  [
    'semicolons in a list with commas',
    utf8('Name,Phone\nA,1; 2\nB,3; 4'),
    [
      ['Name', 'Phone'],
      ['A', '1; 2'],
      ['B', '3; 4'],
    ],
  ],
  [
    'quotes and line ends in quotes',
    utf8('Name,Note\n"A, ""x""","one\r\ntwo"\nB,'),
    [
      ['Name', 'Note'],
      ['A, "x"', 'one\r\ntwo'],
      ['B', ''],
    ],
  ],
  [
    'quotes in the middle',
    utf8('Phone,Note\n="07700900123",5\'6" tall'),
    [
      ['Phone', 'Note'],
      ['="07700900123"', '5\'6" tall'],
    ],
  ],
  [
    'rows of different length',
    utf8('A,B,C\n1\n\n1,2,3,4'),
    [['A', 'B', 'C'], ['1'], [''], ['1', '2', '3', '4']],
  ],
  ['one column', utf8('Phone\n0871234567'), [['Phone'], ['0871234567']]],
])('reads CSV: %s', async (_, bytes, rows) => {
  expect(await readCells(bytes, 'list.csv')).toEqual({ rows, sheet: null })
})

test('a character on the border of two chunks is read once', async () => {
  const name = `${'x'.repeat(64 * 1024 - 6)}é`
  expect((await readCells(utf8(`Name\n${name},`), 'a.csv')).rows[1]).toEqual([name, ''])
})

test('reads a file by path', async () => {
  const path = join(tmpdir(), `list-${process.pid}.csv`)
  await writeFile(path, 'Name,Phone\nSiobhán,0871234567')
  expect((await readCells(path, 'list.csv')).rows).toEqual(siobhan)
})

test('reads the first sheet of an XLSX file: digits stay, dates are ISO 8601', async () => {
  const bytes = xlsxFile(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
     <row r="3"><c r="A3"><v>447700900123</v></c><c r="C3" s="1"><v>45750</v></c></row>
     <row r="4"><c r="A4"><v>4.47700900123E11</v></c><c r="B4"><v>4.47701E+11</v></c><c r="C4" s="3"><v>45750.5</v></c></row>
     <row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="e"><v>#N/A</v></c><c r="C5" s="1"><v>447700900123</v></c></row>
     <row r="6"><c r="A6" t="inlineStr"><is><r><t>Mary</t></r><r><t>-Kate</t></r><rPh><t>x</t></rPh></is></c><c r="B6" s="2"><v>07</v></c></row>
     <row r="1048576"><c r="XFD1048576" s="1"/></row>`,
    ['Name &amp; more', 'line_x000D_\nend'],
  )
  expect(await readCells(bytes, 'list.xlsx')).toEqual({
    sheet: 'Clients & co',
    rows: [
      ['Name & more', 'line\r\nend'],
      [],
      ['447700900123', '', '2025-04-03'],
      ['447700900123', '4.47701E+11', '2025-04-03T12:00:00'],
      ['TRUE', '', '447700900123'],
      ['Mary-Kate', '07'],
    ],
  })
})

test('reads XLSX files with prefixes, without positions, with days since 1904, and without strings', async () => {
  const parts = xlsxParts('')
  const bytes = zipFile({
    'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    ),
    'xl/_rels/workbook.xml.rels': parts['xl/_rels/workbook.xml.rels'] ?? '',
    'xl/styles.xml': parts['xl/styles.xml'] ?? '',
    'xl/worksheets/sheet1.xml':
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>Ann</x:v></x:c><x:c s="1"><x:v>44288</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })
  expect((await readCells(bytes, 'list.xlsx')).rows).toEqual([['Ann', '2025-04-03']])
})

const ole = latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}`)
const sheet = 'xl/worksheets/sheet1.xml'
const cell = (position: string, row: number) => `<row r="${row}"><c r="${position}"><v>1</v></c></row>`

test.each<[string, Buffer, string, Partial<ListFault>]>([
  ['an empty file', utf8(''), 'a.csv', { code: 'empty', message: 'The file is empty.' }],
  ['a file of separators', utf8(',,\n , \n'), 'a.csv', { code: 'empty' }],
  ['an empty sheet', xlsxFile(''), 'a.xlsx', { code: 'empty' }],
  [
    'a picture',
    latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
    'a.csv',
    { code: 'not_a_list', message: 'This is not a CSV or XLSX file. Export the client list as CSV or XLSX.' },
  ],
  ['random bytes', latin('\x01\x02\x03\x04'.repeat(50)), 'a.csv', { code: 'not_a_list' }],
  [
    'a PDF',
    utf8('%PDF-1.7\n1 0 obj'),
    'clients.pdf',
    { code: 'not_a_list', message: 'This is a .pdf file. Export the client list as CSV or XLSX.' },
  ],
  ['a web page', utf8('<html><table><tr><td>Phone</td></tr></table>'), 'a.xls', { code: 'not_a_list' }],
  ['JSON', utf8('[{"phone": "1"}]'), 'a.csv', { code: 'not_a_list' }],
  [
    'a vCard',
    utf8('BEGIN:VCARD\nTEL:1'),
    'a.vcf',
    { code: 'not_a_list', message: 'This is a .vcf file. Export the client list as CSV or XLSX.' },
  ],
  [
    'another zip archive',
    zipFile({ 'a.txt': 'a' }),
    'a.numbers',
    { code: 'not_a_list', message: 'This is a .numbers file. Export the client list as CSV or XLSX.' },
  ],
  [
    'an old Excel file',
    ole,
    'a.xls',
    { code: 'old_xls', message: 'This is an old Excel file (.xls). Save it as XLSX or CSV.' },
  ],
  [
    'an XLSX file with a password',
    Buffer.concat([ole, utf16le('EncryptedPackage')]),
    'a.xlsx',
    { code: 'encrypted', message: 'The file is protected by a password. Save it without one.' },
  ],
  [
    'an archive with a password',
    zipFile(xlsxParts(cell('A1', 1)), { isEncrypted: true }),
    'a.xlsx',
    { code: 'encrypted' },
  ],
  [
    'a quote that is not closed',
    utf8('Name,Phone\n"Ann,1\nBea,2'),
    'a.csv',
    { code: 'damaged', row: 2, message: 'Row 2 cannot be read: a quote is opened and not closed.' },
  ],
  [
    '201 columns',
    utf8(`Phone\n${','.repeat(200)}`),
    'a.csv',
    { code: 'too_many_columns', row: 2, column: 'GS' },
  ],
  [
    'a cell in column 201',
    xlsxFile(cell('GS7', 7)),
    'a.xlsx',
    { code: 'too_many_columns', row: 7, column: 'GS' },
  ],
  ['200,001 rows', utf8('1\n'.repeat(200_001)), 'a.csv', { code: 'too_many_rows', row: 200_001 }],
  [
    'a cell in row one billion',
    xlsxFile(cell('A1000000000', 1_000_000_000)),
    'a.xlsx',
    { code: 'too_many_rows', row: 1_000_000_000 },
  ],
  ['8 million cells', utf8(`${',1'.repeat(150)}\n`.repeat(60_000)), 'a.csv', { code: 'too_large' }],
  [
    '20 MB',
    Buffer.alloc(20 * 1024 * 1024 + 1, 'a'),
    'a.csv',
    { code: 'too_large', message: 'The file is larger than 20 MB.' },
  ],
  [
    'a formula',
    xlsxFile('<row r="5"><c r="C5"><f>A1+1</f><v>2</v></c></row>'),
    'a.xlsx',
    {
      code: 'formula',
      row: 5,
      column: 'C',
      message: 'Cell C5 holds a formula. Copy the list and paste it as values, or export it as CSV.',
    },
  ],
  [
    'a shared formula without a result',
    xlsxFile('<row r="2"><c r="AA2" t="str"><f t="shared" si="0"/></c></row>'),
    'a.xlsx',
    { code: 'formula', row: 2, column: 'AA' },
  ],
  [
    'a directory that states 1 GB',
    zipFile(xlsxParts(cell('A1', 1)), { statedSizes: { [sheet]: 1024 ** 3 } }),
    'a.xlsx',
    { code: 'zip_bomb' },
  ],
  [
    'a file that shrinks to a hundredth',
    zipFile(xlsxParts(' '.repeat(9_000_000))),
    'a.xlsx',
    { code: 'zip_bomb' },
  ],
  [
    'a directory that states too little',
    zipFile(xlsxParts(cell('A1', 1)), { statedSizes: { [sheet]: 20 } }),
    'a.xlsx',
    { code: 'zip_bomb' },
  ],
  [
    'a directory that states too much',
    zipFile(xlsxParts(cell('A1', 1)), { statedSizes: { [sheet]: 9000 } }),
    'a.xlsx',
    { code: 'damaged' },
  ],
  [
    '1,001 files',
    zipFile({
      ...xlsxParts(''),
      ...Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}`, ''])),
    }),
    'a.xlsx',
    { code: 'zip_bomb' },
  ],
  [
    'XML that ends too early',
    zipFile({ ...xlsxParts(''), [sheet]: '<worksheet><sheetData>' }),
    'a.xlsx',
    { code: 'damaged' },
  ],
  ['half an XLSX file', xlsxFile(cell('A1', 1)).subarray(0, 900), 'a.xlsx', { code: 'damaged' }],
  [
    'a sheet that is missing',
    zipFile({ 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': '<Relationships/>' }),
    'a.xlsx',
    {
      code: 'damaged',
      message: 'The XLSX file cannot be read. Save it again in Excel, or export the list as CSV.',
    },
  ],
])('refuses %s', async (_, bytes, name, expected) => {
  const fault = await readCells(bytes, name).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(ListFault)
  expect(fault).toMatchObject(expected)
})

test('entities that multiply are not expanded', async () => {
  const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const bytes = zipFile({
    ...xlsxParts(''),
    [sheet]: `${lol}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
  })
  await expect(readCells(bytes, 'a.xlsx')).rejects.toMatchObject({ code: 'damaged' })
})

test('200,000 rows are read', async () => {
  expect((await readCells(utf8('Phone,Name\n'.repeat(200_000)), 'a.csv')).rows).toHaveLength(200_000)
})
