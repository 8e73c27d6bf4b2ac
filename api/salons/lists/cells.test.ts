import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { xlsxFile, xlsxParts, zipFile } from '../../testing/xlsxFile.ts'
import { readCells } from './cells.ts'

const utf8 = (text: string) => Buffer.from(text)
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()
const latin = (text: string) => Buffer.from(text, 'latin1')

const siobhan = 'Name|Phone / Siobhán|0871234567'

/** Cells between bars, rows between slashes. */
const rowsOf = (written: string) => written.split(' / ').map((row) => row.split('|'))

test.each<[string, Buffer, string]>([
  ['UTF-8', utf8('Name,Phone\nSiobhán,0871234567'), siobhan],
  ['UTF-8 with a byte order mark', utf8('\ufeffName,Phone\r\nSiobhán,0871234567'), siobhan],
  ['UTF-16 LE', utf16le('\ufeffName\tPhone\r\nSiobhán\t0871234567'), siobhan],
  ['UTF-16 BE', utf16be('\ufeffName\tPhone\r\nSiobhán\t0871234567'), siobhan],
  ['UTF-16 LE without a mark', utf16le('Name,Phone\nSiobhán,0871234567'), siobhan],
  ['UTF-16 BE without a mark', utf16be('Name,Phone\nSiobhán,0871234567'), siobhan],
  ['Windows-1252', latin('Name;Phone\r\nSiobh\xe1n;0871234567'), siobhan],
  ['Windows-1252 quotes', latin('Name,Phone\nO\x92Neill,1'), 'Name|Phone / O’Neill|1'],
  ['old Mac line ends', utf8('Name,Phone\rSiobhán,0871234567'), siobhan],
  ['mixed line ends', utf8('Name,Phone\r\nSiobhán,0871234567\nA,1\rB,2'), `${siobhan} / A|1 / B|2`],
  ['a separator line of Excel', utf8('sep=;\nName;Phone'), 'sep=| / Name|Phone'],
  ['commas in a list with semicolons', utf8('Name;Visits\nA, B;2\nC, D;4'), 'Name|Visits / A, B|2 / C, D|4'],
  ['semicolons in a list with commas', utf8('Name,Phone\nA,1; 2\nB,3; 4'), 'Name|Phone / A|1; 2 / B|3; 4'],
  ['quotes in quotes', utf8('Name,Note\n"A, ""x""","one\r\ntwo"\nB,'), 'Name|Note / A, "x"|one\r\ntwo / B|'],
  ['quotes in the middle', utf8('Phone,Note\n="077",5\'6" tall'), 'Phone|Note / ="077"|5\'6" tall'],
  ['rows of different length', utf8('A,B,C\n1\n\n1,2,3,4'), 'A|B|C / 1 /  / 1|2|3|4'],
  ['one column', utf8('Phone\n0871234567'), 'Phone / 0871234567'],
])('reads CSV: %s', async (_, bytes, written) => {
  const read = { rows: rowsOf(written), sheet: null, sheets: [], hiddenRows: 0, formulas: [] }
  expect(await readCells(bytes, 'list.csv')).toEqual(read)
})

test('a character on the border of two chunks is read once', async () => {
  const rows = Array.from({ length: 9 }, () => 'x'.repeat(900))
  const text = `${rows.join('\n')}\n`
  const name = `${'x'.repeat(8 * 1024 - text.length - 1)}é`
  expect((await readCells(utf8(`${text}${name},`), 'a.csv')).rows[9]).toEqual([name, ''])
})

test('reads a file by path', async () => {
  const path = join(tmpdir(), `list-${process.pid}.csv`)
  await writeFile(path, 'Name,Phone\nSiobhán,0871234567')
  expect((await readCells(path, 'list.csv')).rows).toEqual(rowsOf(siobhan))
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
    sheets: [
      { name: 'Clients & co', hidden: false, chosen: true },
      { name: 'Totals', hidden: false, chosen: false },
    ],
    hiddenRows: 0,
    formulas: [],
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
