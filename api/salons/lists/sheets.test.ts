import { findHeader, mapColumns } from '@salonback/shared/salons/lists/columns.ts'
import { readList } from '@salonback/shared/salons/lists/readList.ts'
import { expect, test } from 'vitest'
import { xlsxParts, zipFile } from '../../testing/xlsxFile.ts'
import { readCells } from './cells.ts'
import type { CellOptions } from './listCells.ts'

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (text: string, attributes = '') =>
  `<row${attributes}>${text ? text.split(',').map(cell).join('') : ''}</row>`
const hidden = ' hidden="1"'

interface TestSheet {
  name: string
  state?: string
  rows: string
}

/** A workbook with these sheets in this order. */
function workbook(...sheets: TestSheet[]) {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const listed = sheets.map(
    ({ name, state }, n) => `<sheet name="${name}"${state ? ` state="${state}"` : ''} r:id="r${n}"/>`,
  )
  const relations = sheets.map(
    (_, n) => `<Relationship Id="r${n}" Type="${office}/worksheet" Target="worksheets/s${n}.xml"/>`,
  )
  return zipFile({
    'xl/workbook.xml': `<workbook><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, n) => [
        `xl/worksheets/s${n}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })
}

const list = row('Name,Mobile') + row('Ann,07700900831')
const prices = row('Service,Price') + row('Cut,45')

const sheet = (name: string, rows: string, state = ''): TestSheet => ({ name, rows, state })
const bare = row('Ann,07700900831')
const unnamed = row('Foo,Bar') + bare + row('Bea,07700900832')

test.each<[string, TestSheet[], string, CellOptions?]>([
  ['after a hidden one', [sheet('Old', list, 'hidden'), sheet('New', list)], 'New'],
  ['after a very hidden one', [sheet('Old', list, 'veryHidden'), sheet('New', list)], 'New'],
  ['after an empty one', [sheet('Sheet1', ''), sheet('Clients', list)], 'Clients'],
  ['after one of prices', [sheet('Prices', prices), sheet('Clients', list)], 'Clients'],
  ['after a header alone', [sheet('Template', row('Name,Mobile')), sheet('B', list)], 'B'],
  ['the first of two', [sheet('A', list), sheet('B', list)], 'A'],
  ['with numbers under an unknown name', [sheet('Prices', prices), sheet('B', unnamed)], 'B'],
  ['without header', [sheet('Prices', prices), sheet('B', bare)], 'B'],
  ['the first with text if none has numbers', [sheet('A', ''), sheet('B', prices)], 'B'],
  ['hidden if all are', [sheet('A', list, 'hidden')], 'A'],
  ['that was asked for', [sheet('A', list), sheet('B', prices)], 'B', { sheet: 'B' }],
  ['hidden, if asked for', [sheet('A', list), sheet('B', list, 'hidden')], 'B', { sheet: 'B' }],
])('reads the sheet %s', async (_, sheets, name, options) => {
  const read = await readCells(workbook(...sheets), 'a.xlsx', options)
  expect(read.sheet).toBe(name)
  expect(read.sheets).toEqual(
    sheets.map((one) => ({ name: one.name, hidden: Boolean(one.state), chosen: one.name === name })),
  )
})

test('refuses a sheet that does not exist', async () => {
  const reading = readCells(workbook({ name: 'A', rows: list }), 'a.xlsx', { sheet: 'Z' })
  await expect(reading).rejects.toMatchObject({ message: 'The file has no sheet "Z".' })
})

const filtered =
  row('Name,Mobile') + row('Ann,07700900831', hidden) + row('Bea,07700900832') + row('', hidden)

const hiddenTop = row('Ann,07700900831', ' hidden="true"') + row('Bea,07700900832')
const hiddenEnd = list + row('Cat,07700900833', hidden) + row('Di,07700900834', hidden)
const saysZero = row('Name,Mobile', ' hidden="0"') + row('Ann,07700900831', ' hidden="0"')

test.each<[string, string, CellOptions, string[], number]>([
  ['are left out and counted', filtered, {}, ['3 +447700900832'], 1],
  ['are read if asked for', filtered, { hiddenRows: 'include' }, ['2 +447700900831', '3 +447700900832'], 0],
  ['above the header are titles', row('Report', hidden) + list, {}, ['3 +447700900831'], 0],
  ['can hold the header', row('Name,Mobile', hidden) + row('Ann,07700900831'), {}, ['2 +447700900831'], 0],
  ['at the top without header are left out', hiddenTop, {}, ['2 +447700900832'], 1],
  ['at the end are left out', hiddenEnd, {}, ['2 +447700900831'], 2],
  ['are not those that say 0', saysZero, {}, ['2 +447700900831'], 0],
])('hidden rows %s', async (_, rows, options, clients, count) => {
  const read = await readCells(workbook({ name: 'A', rows }), 'a.xlsx', options)
  const { names } = findHeader(read.rows)
  const mapping = names[1] === 'Mobile' ? mapColumns(names) : { name: 0, phone: 1 }
  const reading = readList(read.rows, { mapping, country: 'GB', asOf: '2026-05-01' })
  expect(reading.clients.map(({ row: number, phone }) => `${number} ${phone}`)).toEqual(clients)
  expect(read.hiddenRows).toBe(count)
})

const formulas = `<row><c t="str"><f>"Name"</f><v>Name</v></c>${cell('Mobile')}${cell('Spend')}</row>
  <row>${cell('Ann')}<c t="str"><v>07700900831</v></c><c><f>SUM(D2:E2)</f><v>12</v></c></row>
  <row>${cell('Bea')}<c t="str"><f>A1</f><v>07700900832</v></c><c><f t="shared" si="0"/><v>13</v></c></row>`

test('a formula is refused only in a column that is used, below the header', async () => {
  const read = await readCells(workbook({ name: 'A', rows: formulas }), 'a.xlsx')
  const options = { country: 'GB', asOf: '2026-05-01', formulas: read.formulas } as const
  const message = 'Cell B3 holds a formula. Copy the list and paste it as values, or export it as CSV.'
  const fault = expect.objectContaining({ code: 'formula', row: 3, column: 'B', message })
  expect(() => readList(read.rows, { ...options, mapping: { name: 0, phone: 1 } })).toThrow(fault)
  expect(() => readList(read.rows, { ...options, mapping: { name: 0 } })).not.toThrow()
  const used = read.formulas.filter(({ column }) => column !== 1)
  const { clients } = readList(read.rows, { ...options, formulas: used, mapping: { name: 0, phone: 1 } })
  expect(clients).toHaveLength(2)
})

test('cells lose NUL, other control characters and halves of characters', async () => {
  const csv = await readCells(Buffer.from('Na\0me,Mobile\nA\x01nn\x7f,07700900831'), 'a.csv')
  expect(csv.rows).toEqual([
    ['Name', 'Mobile'],
    ['Ann', '07700900831'],
  ])
  const escaped = workbook({ name: 'A', rows: list + row('B_x0000_e_xD800_a,07700900832') })
  const xlsx = await readCells(escaped, 'a.xlsx')
  expect(xlsx.rows[2]).toEqual(['Bea', '07700900832'])
})

test('a cell has at most 1,000 characters in every kind of file', async () => {
  const long = 'x'.repeat(5000)
  const csv = await readCells(Buffer.from(`Name,Mobile\n${long},07700900831`), 'a.csv')
  const inline = await readCells(workbook({ name: 'A', rows: list + row(long) }), 'a.xlsx')
  const parts = xlsxParts('<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>', [`07700900831 ${long}`])
  const shared = await readCells(zipFile(parts), 'a.xlsx')
  const cells = [csv.rows[1]?.[0], inline.rows[2]?.[0], ...(shared.rows[0] ?? [])]
  expect(cells.map((text) => text?.length)).toEqual([1000, 1000, 1000, 1000])
})
