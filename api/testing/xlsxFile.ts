import { deflateRawSync } from 'node:zlib'

interface ZipOptions {
  /** Sizes that the directory states, if they are not the real ones. */
  statedSizes?: Record<string, number>
  /** Written as if it needed a password. */
  isEncrypted?: boolean
}

/** A zip archive of these texts. */
export function zipFile(
  files: Record<string, string>,
  { statedSizes = {}, isEncrypted }: ZipOptions = {},
): Buffer {
  const contents: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(statedSizes[name] ?? Buffer.byteLength(text), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, Buffer.from(name))
    contents.push(local, Buffer.from(name), packed)
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...contents, ...directory, end])
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

/** The files of an XLSX file. Style 1 is a date, style 2 a number, style 3 `dd mmm yyyy`. */
export const xlsxParts = (sheetData: string, strings: string[] = []): Record<string, string> => ({
  'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Clients &amp; co" sheetId="1" r:id="rId7"/><sheet name="Totals" sheetId="2" r:id="rId8"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId8', 'worksheet', 'worksheets/sheet2.xml')}${relation('rId7', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId1', 'styles', 'styles.xml')}${relation('rId2', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-809]dd mmm yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="1"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row><c><f>SUM(A1)</f><v>1</v></c></row></sheetData></worksheet>',
})

export const xlsxFile = (sheetData: string, strings: string[] = []) => zipFile(xlsxParts(sheetData, strings))
