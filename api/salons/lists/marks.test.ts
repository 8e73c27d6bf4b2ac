import { expect, test } from 'vitest'
import { commitList, listOf, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { zipFile } from '../../testing/xlsxFile.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const cell = (text: string, style: number) => `<c s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (text: string, style = 0) =>
  `<row>${text
    .split(',')
    .map((one) => cell(one, style))
    .join('')}</row>`

/** Styles: 0 plain, 1 red, 2 struck through, 3 white. The last row has a comment. */
const file = zipFile({
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r0"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r0" Type="${office}/worksheet" Target="worksheets/s0.xml"/>
    <Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet><fonts><font/><font><strike/></font></fonts>
    <fills><fill><patternFill patternType="none"/></fill>
      <fill><patternFill patternType="solid"><fgColor rgb="FFFF0000"/></patternFill></fill>
      <fill><patternFill patternType="solid"><fgColor rgb="FFFFFFFF"/></patternFill></fill></fills>
    <cellXfs><xf/><xf fillId="1"/><xf fontId="1"/><xf fillId="2"/></cellXfs></styleSheet>`,
  'xl/worksheets/_rels/s0.xml.rels': `<Relationships><Relationship Id="c" Type="${office}/comments" Target="../comments1.xml"/></Relationships>`,
  'xl/comments1.xml':
    '<comments><commentList><comment ref="A5"><text><t>No texts</t></text></comment></commentList></comments>',
  'xl/worksheets/s0.xml': `<worksheet><sheetData>${[
    row('Name,Mobile,Last visit', 1),
    row('Mary,07700900501,2025-09-01', 1),
    row('Ella,07700900502,2025-09-01', 2),
    row('Orla,07700900503,2025-09-01', 3),
    row('Ann,07700900504,2025-09-01'),
  ].join('')}</sheetData></worksheet>`,
})

test('coloured, struck and commented rows are counted, and left out if they mean: do not text', async () => {
  const { app, id, staff } = await testSalon()
  const {
    id: listId,
    marks,
    waterfall,
  } = await (await uploadList(app, id, new Blob([new Uint8Array(file)]), 'a.xlsx')).json()
  expect(waterfall).toMatchObject({ eligible: 4 })
  expect(marks).toEqual([
    { key: 'ff0000', rows: 1, leftOut: false },
    { key: 'struck', rows: 1, leftOut: false },
    { key: 'comment', rows: 1, leftOut: false },
  ])
  const mapping = { name: 0, phone: 1, lastVisit: 2 }
  const read = await staff.lists.remapList({ id, listId, mapping, leftOutMarks: ['ff0000', 'comment'] })
  expect(read.waterfall).toMatchObject({ eligible: 2, blocked: 2 })
  await commitList(app, id, listId)
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ eligible: 2, blocked: 2 })
})

test.each([
  ['Archived', 'true'],
  ['Archived', 'Yes'],
  ['Is archived', '1'],
  ['Archived at', '2025-10-01'],
  ['Inactive', 'TRUE'],
  ['Deleted', 'yes'],
  ['Deactivated', 'Y'],
  ['Banned', 'true'],
  ['Active', 'No'],
  ['Status', 'Archived'],
  ['Status', 'Inactive'],
  ['Client status', 'Deceased'],
  ['Tags', 'VIP, Do not contact'],
])('a client with %s = %s is left out', async (name, value) => {
  const { app, id } = await testSalon()
  const list = `Name,Mobile,Last visit,${name}\nMary,07700900501,2025-09-01,"${value}"\nElla,07700900502,2025-09-01,\n`
  expect((await (await uploadList(app, id, list)).json()).waterfall).toMatchObject({
    eligible: 1,
    blocked: 1,
  })
})

test('a list without a usable number cannot be stored', async () => {
  const { app, id } = await testSalon()
  const { id: listId } = await (await uploadList(app, id, listOf(['Zoe,4.47701E+11,2025-10-01,Yes']))).json()
  await expect(commitList(app, id, listId)).rejects.toThrow('No row of this list has a number')
})
