import { exactDigits } from '@salonback/shared/salons/lists/listPhones.ts'
import type { FormulaColumn } from '@salonback/shared/salons/lists/readList.ts'
import { CellCounter, cleanCell, MAX_CELL } from './limits.ts'
import { dateOf } from './xlsxDates.ts'
import { damaged, type XmlHandlers } from './xlsxParts.ts'

/** Collects the text of a string or cell, which can be split into runs; without hints for its pronunciation. */
export class TextCollector {
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
    if (this.isText && this.text.length < MAX_CELL) this.text += text.slice(0, MAX_CELL - this.text.length)
  }
}

/** `_x000D_` is a carriage return. */
export const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

export interface SheetStyle {
  strings: readonly string[]
  dateStyles: ReadonlySet<string>
  has1904: boolean
  keepsHidden: boolean
  /** Marks by the number of the cell style. */
  marks: ReadonlyMap<string, string>
}

/** Longer ones are data, and not a title or header that someone hid. */
const DATA = /(?:\d\D?){7}/

/** Collects the rows of a sheet: numbers as their digits, dates as ISO 8601. */
export class Sheet implements XmlHandlers {
  readonly rows: string[][] = []
  hiddenRows = 0
  readonly marked = new Map<string, Set<number>>()
  private readonly formulasOf = new Map<number, FormulaColumn>()
  private readonly counter = new CellCounter()
  private readonly collector = new TextCollector()
  private cell: Record<string, string> = {}
  private row = 0
  private column = 0
  private isHidden = false
  private hidden: string[] = []
  private readonly style: SheetStyle

  constructor(style: SheetStyle) {
    this.style = style
  }

  get formulas(): FormulaColumn[] {
    return [...this.formulasOf.values()]
  }

  get hasText(): boolean {
    return this.counter.hasText
  }

  open(name: string, attributes: Record<string, string>) {
    if (name === 'row') this.openRow(attributes)
    if (name === 'c') this.openCell(attributes)
    if (name === 'f') this.addFormula()
    this.collector.open(name)
  }

  close(name: string) {
    this.collector.close(name)
    if (name === 'c') this.store(cleanCell(this.value()))
    if (name === 'row' && this.isHidden) this.closeHidden()
  }

  text(text: string) {
    this.collector.add(text)
  }

  /** Rows and cells can lack their position; then they follow the previous one. */
  private openRow({ r: number, hidden }: Record<string, string>) {
    this.row = number === undefined ? this.row + 1 : Number(number)
    this.column = 0
    this.isHidden = !this.style.keepsHidden && /^(?:1|true)$/.test(hidden ?? '')
    this.hidden = []
  }

  /** A title or header above all data may be hidden; any other hidden row is left out. */
  private closeHidden() {
    if (this.hidden.length === 0) return
    const isTitle = this.rows.length === this.hiddenRows && !this.hidden.some((cell) => DATA.test(cell))
    if (isTitle) this.rowAt(this.row).push(...this.hidden)
    else this.hiddenRows++
  }

  private openCell(attributes: Record<string, string>) {
    const [, letters = ''] = /^([A-Z]{1,3})\d+$/.exec(attributes.r ?? '') ?? []
    this.column = letters ? columnOf(letters) : this.column + 1
    this.cell = attributes
    this.collector.text = ''
  }

  private addFormula() {
    if (this.isHidden) return
    const column = this.column - 1
    const { first = this.row } = this.formulasOf.get(column) ?? {}
    this.formulasOf.set(column, { column, first, last: this.row })
  }

  private value(): string {
    const { text } = this.collector
    const { t: type = 'n', s: style = '' } = this.cell
    if (type === 's') return text && (this.style.strings[Number(text)] ?? '')
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') return ''
    if (type !== 'n') return unescapeText(text)
    return (
      (this.style.dateStyles.has(style) && dateOf(text, this.style.has1904)) || (exactDigits(text) ?? text)
    )
  }

  /** Empty cells are not stored: formatting can reach to the end of the sheet. */
  private store(value: string) {
    if (value === '') return
    const mark = this.style.marks.get(this.cell.s ?? '')
    if (mark) this.mark(mark)
    if (!(Number.isInteger(this.row) && this.row > 0)) throw damaged()
    const row = this.isHidden ? this.hidden : this.rowAt(this.row, this.column)
    const before = row.length
    this.counter.add({ row: this.row, column: this.column, cells: Math.max(0, this.column - before), value })
    while (row.length < this.column) row.push('')
    row[this.column - 1] = value
  }

  private mark(key: string) {
    const rows = this.marked.get(key) ?? new Set()
    this.marked.set(key, rows.add(this.row))
  }

  private rowAt(number: number, column = 1): string[] {
    this.counter.checkPosition(number, column)
    while (this.rows.length < number) this.rows.push([])
    return this.rows[number - 1] ?? []
  }
}

const columnOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
