import { ListFault } from '@salonback/shared/salons/clients/listFault.ts'
import { expect, test } from 'vitest'
import { xlsxFile, xlsxParts, zipFile } from '../../testing/xlsxFile.ts'
import { readCells } from './cells.ts'

const utf8 = (text: string) => Buffer.from(text)
const latin = (text: string) => Buffer.from(text, 'latin1')
const ole = latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}`)
const sheet = 'xl/worksheets/sheet1.xml'
const cell = (position: string, row: number) => `<row r="${row}"><c r="${position}"><v>1</v></c></row>`

test.each<[string, Buffer, string, Partial<ListFault>]>([
  ['an empty file', utf8(''), 'a.csv', { code: 'empty', message: 'The file is empty.' }],
  ['a file of separators', utf8(',,\n , \n'), 'a.csv', { code: 'empty' }],
  [
    'empty sheets',
    zipFile({ ...xlsxParts(''), 'xl/worksheets/sheet2.xml': '<worksheet/>' }),
    'a.xlsx',
    { code: 'empty' },
  ],
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
    Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
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
  [
    'a cell in row one billion',
    xlsxFile(cell('A1000000000', 1_000_000_000)),
    'a.xlsx',
    { code: 'too_many_rows', row: 1_000_000_000 },
  ],
  [
    '20 MB',
    Buffer.alloc(20 * 1024 * 1024 + 1, 'a'),
    'a.csv',
    { code: 'too_large', message: 'The file is larger than 20 MB.' },
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
