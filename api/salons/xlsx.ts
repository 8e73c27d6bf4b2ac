import { columnLetter, ListFault } from '@salonback/shared/salons/listFault.ts'
import type { CellOptions, ListCells } from './cells.ts'
import { checkCells, checkPosition } from './limits.ts'
import { dateOf, isDateFormat } from './xlsxDates.ts'
import { parseXml, type XmlHandlers } from './xml.ts'
import { damaged, readDirectory, unpack, type ZipEntry } from './zip.ts'

/**
 * The first sheet of an XLSX file: numbers as their digits, dates as ISO 8601. It is read while it is unpacked, so that
 * memory holds the rows alone. Throws ListFault, also for a formula: its stored result may be old.
 */
export async function readXlsx(zip: Buffer, _options: CellOptions): Promise<ListCells> {
  const entries = readDirectory(zip)
  const workbook = await readWorkbook(zip, entries)
  const strings = await readStrings(zip, entries.get(workbook.stringsPath))
  const dateStyles = await readDateStyles(zip, entries.get(workbook.stylesPath))
  const sheet = new Sheet(strings, dateStyles, workbook.has1904)
  await parseXml(unpackFile(zip, entries.get(workbook.sheetPath)), sheet)
  const sheets = [{ name: workbook.sheetName, hidden: false, chosen: true }]
  return { rows: sheet.rows, sheet: workbook.sheetName, sheets, hiddenRows: 0 }
}

function unpackFile(zip: Buffer, entry: ZipEntry | undefined) {
  if (!entry) throw damaged()
  return unpack(zip, entry)
}

/** The first sheet's name, and the paths of the files that belong to it. */
async function readWorkbook(zip: Buffer, entries: ReadonlyMap<string, ZipEntry>) {
  let first: Record<string, string> | undefined
  let has1904 = false
  await parseXml(unpackFile(zip, entries.get('xl/workbook.xml')), {
    open(name, attributes) {
      if (name === 'sheet') first ??= attributes
      if (name === 'workbookPr') has1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const paths = new Map<string, string>()
  await parseXml(unpackFile(zip, entries.get('xl/_rels/workbook.xml.rels')), {
    open(_, { Id = '', Type = '', Target = '' }) {
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      paths.set(`id ${Id}`, path)
      paths.set(Type.slice(Type.lastIndexOf('/') + 1), path)
    },
  })
  return {
    sheetName: first?.name ?? '',
    has1904,
    sheetPath: paths.get(`id ${first?.id}`) ?? '',
    stringsPath: paths.get('sharedStrings') ?? '',
    stylesPath: paths.get('styles') ?? '',
  }
}

/** Collects the text of a string or cell, which can be split into runs; without hints for its pronunciation. */
class TextCollector {
  text = ''
  private isText = false
  private isHint = false

  open(name: string) {
    if (name === 'rPh') this.isHint = true
    this.isText = !this.isHint && (name === 't' || name === 'v')
  }

  close(name: string) {
    if (name === 'rPh') this.isHint = false
    this.isText = false
  }

  add(text: string) {
    if (this.isText) this.text += text
  }
}

/** Strings are stored once and cells refer to them by number. */
async function readStrings(zip: Buffer, entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  const collector = new TextCollector()
  await parseXml(unpack(zip, entry), {
    open(name) {
      if (name === 'si') collector.text = ''
      collector.open(name)
    },
    close(name) {
      if (name === 'si') strings.push(unescapeText(collector.text))
      collector.close(name)
    },
    text: (text) => collector.add(text),
  })
  return strings
}

/** `_x000D_` is a carriage return. */
const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Numbers of the cell styles that show a number as date. */
async function readDateStyles(zip: Buffer, entry: ZipEntry | undefined): Promise<ReadonlySet<string>> {
  const styles = new Set<string>()
  if (!entry) return styles
  const codes = new Map<string, string>()
  let [isCellStyle, style] = [false, 0]
  await parseXml(unpack(zip, entry), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode)
      if (name === 'cellXfs') isCellStyle = true
      if (name !== 'xf' || !isCellStyle) return
      if (isDateFormat(Number(numFmtId), codes.get(numFmtId))) styles.add(`${style}`)
      style++
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

/** Collects the rows of a sheet. */
class Sheet implements XmlHandlers {
  readonly rows: string[][] = []
  private readonly collector = new TextCollector()
  private cell: Record<string, string> = {}
  private row = 0
  private column = 0
  private cells = 0
  private readonly strings: readonly string[]
  private readonly dateStyles: ReadonlySet<string>
  private readonly has1904: boolean

  constructor(strings: readonly string[], dateStyles: ReadonlySet<string>, has1904: boolean) {
    this.strings = strings
    this.dateStyles = dateStyles
    this.has1904 = has1904
  }

  open(name: string, attributes: Record<string, string>) {
    if (name === 'row') this.openRow(attributes.r)
    if (name === 'c') this.openCell(attributes)
    if (name === 'f') throw formula(this.row, this.column)
    this.collector.open(name)
  }

  close(name: string) {
    this.collector.close(name)
    if (name === 'c') this.store(this.value())
  }

  text(text: string) {
    this.collector.add(text)
  }

  /** Rows and cells can lack their position; then they follow the previous one. */
  private openRow(number: string | undefined) {
    this.row = number === undefined ? this.row + 1 : Number(number)
    this.column = 0
  }

  private openCell(attributes: Record<string, string>) {
    const [, letters = ''] = /^([A-Z]{1,3})\d+$/.exec(attributes.r ?? '') ?? []
    this.column = letters ? columnOf(letters) : this.column + 1
    this.cell = attributes
    this.collector.text = ''
  }

  private value(): string {
    const { text } = this.collector
    const { t: type = 'n', s: style = '' } = this.cell
    if (type === 's') return text && (this.strings[Number(text)] ?? '')
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') return ''
    if (type !== 'n') return unescapeText(text)
    return (this.dateStyles.has(style) && dateOf(text, this.has1904)) || digitsOf(text)
  }

  /** Empty cells are not stored: formatting can reach to the end of the sheet. */
  private store(value: string) {
    if (value === '') return
    if (!(this.row > 0)) throw damaged()
    checkPosition(this.row, this.column)
    while (this.rows.length < this.row) this.rows.push([])
    const row = this.rows[this.row - 1] ?? []
    const before = row.length
    while (row.length < this.column) row.push('')
    row[this.column - 1] = value
    this.cells += row.length - before
    checkCells(this.cells)
  }
}

const columnOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function formula(row: number, column: number): ListFault {
  const letter = columnLetter(Math.max(0, column - 1))
  return new ListFault(
    'formula',
    `Cell ${letter}${row} holds a formula. Copy the list and paste it as values, or export it as CSV.`,
    { row, column: letter },
  )
}

/**
 * The digits of a number. Some programs write 447700900123 as 4.47700900123E11; with all its digits it is exact. With
 * fewer, digits may have been lost, so the exponent stays and the phone is rejected.
 */
function digitsOf(number: string): string {
  const [, whole, fraction = '', exponent] = /^(\d)(?:\.(\d+))?E\+?(\d+)$/i.exec(number) ?? []
  return whole && fraction.length === Number(exponent) ? whole + fraction : number
}
