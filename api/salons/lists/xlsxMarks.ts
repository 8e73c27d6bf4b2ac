import type { RowMark } from './listCells.ts'
import type { ParsePart, XlsxParts } from './xlsxParts.ts'

type Attributes = Record<string, string>

/** Default colours of themes: white and black are no marks. */
const themes = ['', '', 'e7e6e6', '44546a', '4472c4', 'ed7d31', 'a5a5a5', 'ffc000', '5b9bd5', '70ad47']
const indexed: Record<string, string> = {
  ...{ 2: 'ff0000', 3: '00ff00', 4: '0000ff', 5: 'ffff00', 6: 'ff00ff', 7: '00ffff' },
  ...{ 10: 'ff0000', 11: '00ff00', 12: '0000ff', 13: 'ffff00', 14: 'ff00ff', 15: '00ffff' },
}

/** Six hex digits; empty for none, white and black. */
function colorOf({ rgb = '', theme = '', indexed: index = '' }: Attributes): string {
  const color = rgb
    ? rgb.slice(-6).toLowerCase()
    : theme
      ? (themes[Number(theme)] ?? '')
      : (indexed[index] ?? '')
  return /^[0-9a-f]{6}$/.test(color) && color !== 'ffffff' && color !== '000000' ? color : ''
}

/** Marks of cell styles, as the parts of `styles.xml` are read: fills, then fonts that are struck through. */
export class StyleMarks {
  readonly marks = new Map<string, string>()
  private readonly fills: string[] = []
  private readonly struck: boolean[] = []
  private inside = ''
  private isSolid = false

  open(name: string, attributes: Attributes) {
    if (name === 'fills' || name === 'fonts') this.inside = name
    if (this.inside === 'fills') this.openFill(name, attributes)
    if (this.inside === 'fonts' && name === 'font') this.struck.push(false)
    if (this.inside === 'fonts' && name === 'strike' && !/^(?:0|false)$/.test(attributes.val ?? ''))
      this.struck[this.struck.length - 1] = true
  }

  close(name: string) {
    if (name === this.inside) this.inside = ''
  }

  /** The style of this number, with its fill and font. */
  add(style: number, { fillId = '', fontId = '' }: Attributes) {
    const color = this.fills[Number(fillId)] ?? ''
    if (this.struck[Number(fontId)]) this.marks.set(`${style}`, 'struck')
    else if (color) this.marks.set(`${style}`, color)
  }

  private openFill(name: string, attributes: Attributes) {
    if (name === 'fill') this.fills.push('')
    if (name === 'patternFill') this.isSolid = attributes.patternType === 'solid'
    if (name === 'fgColor' && this.isSolid) this.fills[this.fills.length - 1] = colorOf(attributes)
  }
}

/** Rows with comments of the sheet at this path. Their words are not kept. */
export async function commentRows(parts: XlsxParts, path: string): Promise<number[]> {
  const at = path.lastIndexOf('/') + 1
  const relations = parts.get(`${path.slice(0, at)}_rels/${path.slice(at)}.rels`)
  if (!relations) return []
  const targets: string[] = []
  await relations({
    open(_, { Type = '', Target = '' }) {
      if (!/\/(?:comments|threadedComment)$/.test(Type)) return
      targets.push(Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\.\//, '')}`)
    },
  })
  const rows = new Set<number>()
  for (const target of targets) await addRefs(parts.get(target), rows)
  return [...rows]
}

async function addRefs(parse: ParsePart | undefined, rows: Set<number>) {
  await parse?.({
    open(name, { ref = '' }) {
      const [, row] = /^[A-Z]{1,3}(\d{1,7})$/.exec(ref) ?? []
      if (/comment$/i.test(name) && row) rows.add(Number(row))
    },
  })
}

/** Marks by key, the most frequent first. */
export const marksOf = (rows: ReadonlyMap<string, ReadonlySet<number>>): RowMark[] =>
  [...rows]
    .map(([key, at]) => ({ key, rows: [...at] }))
    .sort((one, other) => other.rows.length - one.rows.length)
