import { findHeader, mapColumns } from '@salonback/shared/salons/lists/columns.ts'
import { describeColumns } from '@salonback/shared/salons/lists/phoneColumn.ts'
import { readListInSteps } from '@salonback/shared/salons/lists/readList.ts'
import { expect, test } from 'vitest'
import { takeTurns } from '../../platform/http/connection.ts'
import { LONGEST_TURN_MS, longestBlock } from '../../testing/longestBlock.ts'
import { xlsxFile, xlsxParts, zipFile } from '../../testing/xlsxFile.ts'
import { readCells } from './cells.ts'

/** Reads a file as an upload does; refused files count as read. */
async function read(file: Buffer) {
  try {
    const { rows } = await readCells(file, 'a.csv')
    const header = findHeader(rows)
    const mapping = mapColumns(header.names, describeColumns(rows, header, 'GB'))
    await takeTurns(readListInSteps(rows, { mapping, country: 'GB', asOf: '2026-05-01' }))
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ListFault') throw error
  }
}

const shared = '<c t="s"><v>0</v></c>'
const header = '<row><c t="str"><v>Name</v></c><c t="str"><v>Mobile</v></c></row>'
const sheet = (text: string) => zipFile({ ...xlsxParts(''), 'xl/worksheets/sheet1.xml': text })

test.each<[string, () => Buffer]>([
  [
    'one long shared string in 20,000 cells',
    () => xlsxFile(header + `<row>${shared.repeat(2)}</row>`.repeat(10_000), ['x'.repeat(900_000)]),
  ],
  [
    'one shared string of spaces in 20,000 cells',
    () => xlsxFile(header + `<row>${shared.repeat(20)}</row>`.repeat(1000), [' '.repeat(32_000)]),
  ],
  [
    'a text of 3 MB in one cell',
    () => xlsxFile(`<row><c t="str"><v>${'07700900123 '.repeat(250_000)}</v></c></row>`),
  ],
  ['an attribute of 3 MB', () => sheet(`<worksheet a="${'x'.repeat(900_000)}${Math.random()}"/>`)],
  ['30,000 levels of elements', () => sheet(`<worksheet>${'<a>'.repeat(30_000)}`)],
  ['a row far below', () => xlsxFile(`${header}<row r="199999"><c t="str"><v>x</v></c></row>`)],
  ['40,000 empty lines', () => Buffer.from(`Name,Mobile${'\n'.repeat(40_000)}Ann,07700900123`)],
  ['40,000 lines of commas', () => Buffer.from(`Name,Mobile\n${',,\n'.repeat(40_000)}`)],
  [
    '200 columns of unusual numbers',
    () => Buffer.from(`${'a,'.repeat(199)}a\n${`${'0044 (0)7700-900.123,'.repeat(199)}1\n`.repeat(100)}`),
  ],
  [
    'cells of 200,000 characters',
    () => Buffer.from(`Name,Mobile\n${`${'é'.repeat(90_000)},1\n`.repeat(20)}`),
  ],
])('%s: other requests hardly wait', async (_, file) => {
  const bytes = file()
  // The first reading compiles the code.
  await read(bytes)
  const blocks = [await longestBlock(() => read(bytes)), await longestBlock(() => read(bytes))]
  blocks.push(await longestBlock(() => read(bytes)))
  // The least: a busy machine and the garbage of other tests only lengthen a block.
  expect(Math.min(...blocks)).toBeLessThan(LONGEST_TURN_MS)
})
