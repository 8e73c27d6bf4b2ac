import { readFile, stat } from 'node:fs/promises'
import { ListFault } from '@salonback/shared/salons/lists/listFault.ts'
import { notAList, readCsv } from './csv.ts'
import { MAX_BYTES } from './limits.ts'
import type { CellOptions, ListCells } from './listCells.ts'
import { readXlsx } from './xlsx.ts'
import { openParts } from './xlsxParts.ts'

/**
 * Reads a CSV or XLSX file, given as bytes or path. The kind is found in the bytes; `name` only improves the message
 * for other kinds. Throws ListFault.
 */
export async function readCells(
  source: Uint8Array | string,
  name: string,
  options: CellOptions = {},
): Promise<ListCells> {
  const bytes = await load(source)
  if (bytes.length === 0) throw empty()
  const { hasText, ...cells } = await readKind(bytes, name, options)
  if (!hasText) throw empty()
  return cells
}

const empty = () => new ListFault('empty', 'The file is empty.')

async function load(source: Uint8Array | string): Promise<Buffer> {
  const size = typeof source === 'string' ? (await stat(source)).size : source.byteLength
  if (size > MAX_BYTES) throw new ListFault('too_large', 'The file is larger than 20 MB.')
  if (typeof source === 'string') return readFile(source)
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** Old Excel files, and new ones with a password. */
const OLE = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')

async function readKind(
  bytes: Buffer,
  name: string,
  options: CellOptions,
): Promise<ListCells & { hasText: boolean }> {
  if (startsWith(bytes, OLE)) throw oldOffice(bytes)
  if (startsWith(bytes, ZIP)) {
    if (!bytes.includes('xl/workbook.xml')) throw otherKind(name)
    const parts = await openParts(bytes)
    return readXlsx(parts, options)
  }
  try {
    return { ...(await readCsv(bytes)), sheet: null, sheets: [], hiddenRows: 0, formulas: [] }
  } catch (error) {
    throw error instanceof ListFault && error.code === 'not_a_list' ? otherKind(name) : error
  }
}

const startsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start)

function oldOffice(bytes: Buffer): ListFault {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? new ListFault('encrypted', 'The file is protected by a password. Save it without one.')
    : new ListFault('old_xls', 'This is an old Excel file (.xls). Save it as XLSX or CSV.')
}

/** The fault with the kind in its message if the name shows one. */
function otherKind(name: string): ListFault {
  const [, extension] = /\.([a-z]{2,8})$/i.exec(name) ?? []
  if (!extension || /^(?:csv|xlsx|txt|tsv)$/i.test(extension)) return notAList()
  return new ListFault('not_a_list', `This is a .${extension} file. Export the client list as CSV or XLSX.`)
}
