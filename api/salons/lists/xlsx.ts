import { findHeader, mapColumns } from '@salonback/shared/salons/lists/columns.ts'
import { ListFault } from '@salonback/shared/salons/lists/listFault.ts'
import { proposePhoneColumn } from '@salonback/shared/salons/lists/phoneColumn.ts'
import { marketCodes } from '@salonback/shared/sms/markets.ts'
import { cleanCell } from './limits.ts'
import type { CellOptions, ListCells } from './listCells.ts'
import { isDateFormat } from './xlsxDates.ts'
import { commentRows, marksOf, StyleMarks } from './xlsxMarks.ts'
import { damaged, type ParsePart, type XlsxParts } from './xlsxParts.ts'
import { Sheet, type SheetStyle, TextCollector, unescapeText } from './xlsxSheet.ts'

interface SheetEntry {
  name: string
  hidden: boolean
  path: string
  parse: ParsePart
}

/**
 * One sheet of an XLSX file: `options.sheet`, or the first visible one with a phone column, or the first
 * visible one with text. It is read while it is unpacked, so that memory holds the rows alone. Throws ListFault.
 */
export async function readXlsx(
  parts: XlsxParts,
  options: CellOptions,
): Promise<ListCells & { hasText: boolean }> {
  const { sheets, has1904, ...workbook } = await readWorkbook(parts)
  const style: SheetStyle = {
    strings: await readStrings(parts.get(workbook.stringsPath)),
    ...(await readStyles(parts.get(workbook.stylesPath))),
    has1904,
    keepsHidden: options.hiddenRows === 'include',
  }
  const { chosen, sheet } = await readSheet(candidates(sheets, options.sheet), style)
  const comments = await commentRows(parts, chosen.path)
  if (comments.length > 0) sheet.marked.set('comment', new Set(comments))
  const marks = marksOf(sheet.marked)
  return {
    rows: sheet.rows,
    ...(marks.length > 0 && { marks }),
    sheet: chosen.name,
    sheets: sheets.map((one) => ({ name: one.name, hidden: one.hidden, chosen: one === chosen })),
    hiddenRows: sheet.hiddenRows,
    formulas: sheet.formulas,
    hasText: sheet.hasText,
  }
}

/** Sheets that may be read, in order. Hidden ones only if named, or if there are no others. */
function candidates(sheets: readonly SheetEntry[], name: string | undefined): readonly SheetEntry[] {
  if (sheets.length === 0) throw damaged()
  if (name === undefined) {
    const visible = sheets.filter(({ hidden }) => !hidden)
    return visible.length > 0 ? visible : sheets
  }
  const named = sheets.filter((sheet) => sheet.name === name)
  if (named.length === 0) throw new ListFault('not_a_list', `The file has no sheet "${name.slice(0, 100)}".`)
  return named
}

async function readSheet(sheets: readonly SheetEntry[], style: SheetStyle) {
  let first: { chosen: SheetEntry; sheet: Sheet } | undefined
  for (const chosen of sheets) {
    const sheet = new Sheet(style)
    await chosen.parse(sheet)
    if (sheets.length === 1 || hasPhoneColumn(sheet.rows)) return { chosen, sheet }
    if (!first?.sheet.hasText) first = { chosen, sheet }
  }
  if (!first) throw damaged()
  return first
}

/** Whether a heading or the values show phone numbers, and there are clients below. */
function hasPhoneColumn(rows: readonly (readonly string[])[]): boolean {
  const header = findHeader(rows)
  if (rows.length <= header.row) return false
  try {
    if (mapColumns(header.names).phone !== undefined) return true
  } catch (error) {
    // Two phone columns of one name are refused later, with the reason.
    if (error instanceof ListFault) return true
    throw error
  }
  return marketCodes.some((country) => proposePhoneColumn(rows, header, country) !== null)
}

function partOf(parts: XlsxParts, path: string): ParsePart {
  const parse = parts.get(path)
  if (!parse) throw damaged()
  return parse
}

/** The sheets with their states, and the paths of the parts that belong to all of them. Charts are no sheets. */
async function readWorkbook(parts: XlsxParts) {
  const listed: Record<string, string>[] = []
  let has1904 = false
  const parseWorkbook = partOf(parts, 'xl/workbook.xml')
  await parseWorkbook({
    open(name, attributes) {
      if (name === 'sheet') listed.push(attributes)
      if (name === 'workbookPr') has1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const paths = new Map<string, string>()
  const parseRelations = partOf(parts, 'xl/_rels/workbook.xml.rels')
  await parseRelations({
    open(_, { Id = '', Type = '', Target = '' }) {
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      if (!/^(?:chartsheet|dialogsheet|xlMacrosheet)$/.test(type)) paths.set(`id ${Id}`, path)
      paths.set(type, path)
    },
  })
  const sheets = listed.flatMap(({ name = '', state = '', id = '' }): SheetEntry[] => {
    const path = paths.get(`id ${id}`) ?? ''
    const parse = parts.get(path)
    return parse
      ? [{ name: cleanCell(name).slice(0, LONGEST_NAME), hidden: /hidden/i.test(state), path, parse }]
      : []
  })
  return {
    sheets,
    has1904,
    stringsPath: paths.get('sharedStrings') ?? '',
    stylesPath: paths.get('styles') ?? '',
  }
}

const LONGEST_NAME = 100

/** Strings are stored once and cells refer to them by number. */
async function readStrings(parse: ParsePart | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!parse) return strings
  const collector = new TextCollector()
  await parse({
    open(name) {
      if (name === 'si') collector.text = ''
      collector.open(name)
    },
    close(name) {
      if (name === 'si') strings.push(cleanCell(unescapeText(collector.text)))
      collector.close(name)
    },
    text: (text) => collector.add(text),
  })
  return strings
}

/** Numbers of the cell styles that show a number as date, and the marks of others. */
async function readStyles(parse: ParsePart | undefined): Promise<Pick<SheetStyle, 'dateStyles' | 'marks'>> {
  const styles = new Set<string>()
  const found = new StyleMarks()
  if (!parse) return { dateStyles: styles, marks: found.marks }
  const codes = new Map<string, string>()
  let [isCellStyle, style] = [false, 0]
  await parse({
    open(name, attributes) {
      const { numFmtId = '', formatCode = '' } = attributes
      found.open(name, attributes)
      if (name === 'numFmt') codes.set(numFmtId, formatCode)
      if (name === 'cellXfs') isCellStyle = true
      if (name !== 'xf' || !isCellStyle) return
      if (isDateFormat(Number(numFmtId), codes.get(numFmtId))) styles.add(`${style}`)
      found.add(style, attributes)
      style++
    },
    close(name) {
      found.close(name)
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return { dateStyles: styles, marks: found.marks }
}
