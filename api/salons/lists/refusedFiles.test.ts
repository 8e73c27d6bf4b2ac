import { ListFault } from '@salonback/shared/salons/lists/listFault.ts'
import { expect, test } from 'vitest'
import { xlsxFile, xlsxParts, zipFile } from '../../testing/xlsxFile.ts'
import { readCells } from './cells.ts'

const utf8 = (text: string) => Buffer.from(text)
const latin = (text: string) => Buffer.from(text, 'latin1')
const ole = latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}`)
const sheet = 'xl/worksheets/sheet1.xml'
const cell = (position: string, row: number) => `<row r="${row}"><c r="${position}"><v>1</v></c></row>`

/** An XLSX file of one cell, or of these parts. */
const oneCell = (options?: Parameters<typeof zipFile>[1]) => zipFile(xlsxParts(cell('A1', 1)), options)
const changed = (parts: Record<string, string>) => zipFile({ ...xlsxParts(''), ...parts })
const files = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}`, '']))
const withPassword = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')])
const notClosed = 'Row 2 cannot be read: a quote is opened and not closed.'
const openQuote = { code: 'damaged', row: 2, message: notClosed } as const
const column201 = { code: 'too_many_columns', column: 'GS' } as const
/** Its directory states this size of the sheet. */
const stating = (bytes: number) => oneCell({ statedSizes: { [sheet]: bytes } })
const noSheet = { 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': '<Relationships/>' }

test.each<[string, Buffer, string, Partial<ListFault>]>([
  ['a file of separators', utf8(',,\n , \n'), 'a.csv', { code: 'empty' }],
  ['empty sheets', changed({ 'xl/worksheets/sheet2.xml': '<worksheet/>' }), 'a.xlsx', { code: 'empty' }],
  ['random bytes', latin('\x01\x02\x03\x04'.repeat(50)), 'a.csv', { code: 'not_a_list' }],
  ['a web page', utf8('<html><table><tr><td>Phone</td></tr></table>'), 'a.xls', { code: 'not_a_list' }],
  ['JSON', utf8('[{"phone": "1"}]'), 'a.csv', { code: 'not_a_list' }],
  ['an archive with a password', oneCell({ isEncrypted: true }), 'a.xlsx', { code: 'encrypted' }],
  ['an open quote', utf8('Name,Phone\n"Ann,1\nBea,2'), 'a.csv', openQuote],
  ['201 columns', utf8(`Phone\n${','.repeat(200)}`), 'a.csv', { ...column201, row: 2 }],
  ['column 201', xlsxFile(cell('GS7', 7)), 'a.xlsx', { ...column201, row: 7 }],
  ['row one billion', xlsxFile(cell('A1000000000', 1e9)), 'a.xlsx', { code: 'too_many_rows', row: 1e9 }],
  ['a directory that states 1 GB', stating(1024 ** 3), 'a.xlsx', { code: 'zip_bomb' }],
  ['100 times its size', zipFile(xlsxParts(' '.repeat(9_000_000))), 'a.xlsx', { code: 'zip_bomb' }],
  ['a directory that states too little', stating(20), 'a.xlsx', { code: 'zip_bomb' }],
  ['a directory that states too much', stating(9000), 'a.xlsx', { code: 'damaged' }],
  ['1,001 files', changed(files), 'a.xlsx', { code: 'zip_bomb' }],
  ['XML that ends too early', changed({ [sheet]: '<worksheet><sheetData>' }), 'a.xlsx', { code: 'damaged' }],
  ['half an XLSX file', xlsxFile(cell('A1', 1)).subarray(0, 900), 'a.xlsx', { code: 'damaged' }],
])('refuses %s', async (_, bytes, name, expected) => {
  const fault = await readCells(bytes, name).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(ListFault)
  expect(fault).toMatchObject(expected)
})

const png = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const asList = 'Export the client list as CSV or XLSX.'
const unreadable = 'The XLSX file cannot be read. Save it again in Excel, or export the list as CSV.'

test.each<[name: string, Buffer, code: ListFault['code'], message: string]>([
  ['a.csv', utf8(''), 'empty', 'The file is empty.'],
  ['a.csv', png, 'not_a_list', `This is not a CSV or XLSX file. ${asList}`],
  ['clients.pdf', utf8('%PDF-1.7\n1 0 obj'), 'not_a_list', `This is a .pdf file. ${asList}`],
  ['a.vcf', utf8('BEGIN:VCARD\nTEL:1'), 'not_a_list', `This is a .vcf file. ${asList}`],
  ['a.numbers', zipFile({ 'a.txt': 'a' }), 'not_a_list', `This is a .numbers file. ${asList}`],
  ['a.xls', ole, 'old_xls', 'This is an old Excel file (.xls). Save it as XLSX or CSV.'],
  ['a.xlsx', withPassword, 'encrypted', 'The file is protected by a password. Save it without one.'],
  ['a.csv', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 'too_large', 'The file is larger than 20 MB.'],
  ['a.xlsx', zipFile(noSheet), 'damaged', unreadable],
])('%s is refused with the reason', async (name, bytes, code, message) => {
  const fault = await readCells(bytes, name).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(ListFault)
  expect(fault).toMatchObject({ code, message })
})

test('entities that multiply are not expanded', async () => {
  const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const bytes = zipFile({
    ...xlsxParts(''),
    [sheet]: `${lol}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
  })
  await expect(readCells(bytes, 'a.xlsx')).rejects.toMatchObject({ code: 'damaged' })
})
