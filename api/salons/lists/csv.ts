import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { findDelimiter } from '@salonback/shared/salons/lists/findDelimiter.ts'
import { ListFault } from '@salonback/shared/salons/lists/listFault.ts'
import { WINDOWS_1252 } from '@salonback/shared/salons/lists/repairEncoding.ts'
import { CsvError, parse } from 'csv-parse'
import { CellCounter, cleanCell } from './limits.ts'

/** The parser needs 20 µs for a row of another length: larger chunks of empty lines block other requests. */
const CHUNK = 1024
const SAMPLE = 64 * 1024
/** Longer rows come from a quote that is never closed. */
const MAX_ROW = 256 * 1024

/** The rows of a CSV file in any usual encoding, separated by `,` `;` or tab. Throws ListFault. */
export async function readCsv(bytes: Buffer): Promise<{ rows: string[][]; hasText: boolean }> {
  const encoding = encodingOf(bytes)
  const sample = decoderFor(encoding)(bytes.subarray(0, SAMPLE))
  rejectOtherText(sample)
  const parser = parse({
    delimiter: findDelimiter(sample),
    // A file can mix line ends: with one kind, the rest of the file would be one row.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW,
  })
  const rows: string[][] = []
  const counter = new CellCounter()
  parser.on('data', (row: string[]) => {
    try {
      counter.checkPosition(rows.length + 1, row.length)
      rows.push(row.map(cleanCell))
      for (const value of row) counter.add({ row: rows.length, column: row.length, cells: 1, value })
    } catch (error) {
      parser.destroy(error instanceof Error ? error : undefined)
    }
  })
  try {
    // Reading the rows as an async iterable is slower when most are empty.
    await pipeline(decoded(bytes, encoding), parser)
  } catch (error) {
    // The parser can fail before the rows that it has read arrive.
    throw error instanceof CsvError ? unreadable(Number(error.records) + 1) : error
  }
  return { rows, hasText: counter.hasText }
}

const unreadable = (row: number) =>
  new ListFault('damaged', `Row ${row} cannot be read: a quote is opened and not closed.`, { row })

/** Pauses between chunks, so that other requests are served while a large file is read. */
async function* decoded(bytes: Buffer, encoding: string): AsyncGenerator<string> {
  const decode = decoderFor(encoding)
  for (let at = 0; at < bytes.length; at += CHUNK) {
    await setImmediate()
    yield decode(bytes.subarray(at, at + CHUNK))
  }
}

/** Decodes chunk by chunk. Drops half a character at the end of the file. */
function decoderFor(encoding: string): (bytes: Buffer) => string {
  if (encoding !== 'windows-1252') {
    const decoder = new TextDecoder(encoding)
    return (bytes) => decoder.decode(bytes, { stream: true })
  }
  // TextDecoder of Node 20 reads Windows-1252 as Latin-1.
  const character = (code: string) => WINDOWS_1252[code.charCodeAt(0) - 0x80] ?? code
  return (bytes) => bytes.toString('latin1').replace(/\p{Cc}/gu, character)
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 1000)
  const nulls = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length
  // Every other byte of Latin text in UTF-16 is 0.
  if (nulls(1) > start.length / 4) return 'utf-16le'
  if (nulls(0) > start.length / 4) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Throws ListFault for binary files, and for text that is no table: HTML, JSON, vCards. */
function rejectOtherText(sample: string) {
  const controls = sample.match(/(?!\s)\p{Cc}/gu) ?? []
  // A few are stray marks of an export.
  const isBinary = controls.length > 3 + sample.length / 200
  if (isBinary || /^\s*(?:<|\{|\[\s*[[{]|%PDF|BEGIN:V)/.test(sample)) throw notAList()
}

export const notAList = () =>
  new ListFault('not_a_list', 'This is not a CSV or XLSX file. Export the client list as CSV or XLSX.')
