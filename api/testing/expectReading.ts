import { findHeader, mapColumns } from '@salonback/shared/salons/lists/columns.ts'
import { readList } from '@salonback/shared/salons/lists/readList.ts'
import { expect } from 'vitest'
import { readCells } from '../salons/lists/cells.ts'

interface Expected {
  /** Names of the mapped columns by field. */
  columns: Record<string, string>
  /** Row, phone, first name, last and next visit, visits, consent, flags. */
  clients: string[]
  rejected?: [row: number, value: string, reason: string][]
  merged?: number
  reported?: [row: number, message: string][]
  dateOrder: string
}

/** Reads a file as its system exports it, on 1 June 2025, and compares everything that is read. */
export async function expectReading(text: string | Buffer, country: 'GB' | 'IE' | 'US', expected: Expected) {
  const { rows } = await readCells(Buffer.from(text), 'clients.csv')
  const { names } = findHeader(rows)
  const mapping = mapColumns(names)
  const reading = readList(rows, { mapping, country, asOf: '2025-06-01' })
  const { clients, rejected, merged, reported, dateOrder, rowCount } = reading
  expect({
    columns: Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, names[column]])),
    clients: clients.map(({ row, phone, firstName, lastVisit, nextVisit, visits, consent, flags }) =>
      [row, phone, firstName, lastVisit, nextVisit, visits, consent, ...flags]
        .map((part) => part ?? '-')
        .join(' '),
    ),
    rejected: rejected.map(({ row, value, reason }) => [row, value, reason]),
    merged: merged.length,
    dateOrder,
    rowCount,
    reported: reported.map(({ row, message }) => [row, message]),
  }).toEqual({
    rejected: [],
    merged: 0,
    reported: [],
    ...expected,
    rowCount: expected.clients.length + (expected.merged ?? 0) + (expected.rejected ?? []).length,
  })
}
