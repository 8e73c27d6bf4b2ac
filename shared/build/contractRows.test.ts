import { expect, test } from 'vitest'
import { contracts } from '../contracts.ts'
import { buildRequest } from '../platform/http/client.ts'
import type { AnyEndpoint } from '../platform/http/endpoint.ts'
import { rowsForClient } from './contractRows.ts'

const rowsIn = (of: object) =>
  Object.entries(of as Record<string, Record<string, AnyEndpoint>>).flatMap(([feature, rows]) =>
    Object.entries(rows).map(([name, row]) => ({ name: `${feature}.${name}`, row })),
  )

const namesOf = (schema: AnyEndpoint['query']) =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

test('rows without schemas build the same requests as the full contract', () => {
  const fullRows = rowsIn(contracts)
  const rowsWithoutSchemas = new Map(rowsIn(rowsForClient).map(({ name, row }) => [name, row]))
  expect(fullRows.length).toBeGreaterThan(40)
  expect(rowsWithoutSchemas.size).toBe(fullRows.length)
  for (const { name, row } of fullRows) {
    const names = [row.params, row.query, row.body].flatMap(namesOf)
    const input = Object.fromEntries([...names, 'more'].map((field) => [field, `${field} &`]))
    const withoutSchemas = rowsWithoutSchemas.get(name) as AnyEndpoint
    expect(buildRequest(withoutSchemas, input), name).toEqual(buildRequest(row, input))
    expect(withoutSchemas.method, name).toBe(row.method)
  }
})

test('the rows contain no schemas', () => {
  const count = rowsIn(rowsForClient).length
  expect(JSON.stringify(rowsForClient).length / count).toBeLessThan(110)
})
