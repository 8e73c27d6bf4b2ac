import { expect, test } from 'vitest'
import { contracts } from '../contracts.ts'
import { buildRequest } from '../http/client.ts'
import type { AnyEndpoint } from '../http/endpoint.ts'
import { rowsForClient } from './contractRows.ts'

const rowsIn = (of: object) =>
  Object.entries(of as Record<string, Record<string, AnyEndpoint>>).flatMap(([feature, rows]) =>
    Object.entries(rows).map(([name, row]) => ({ name: `${feature}.${name}`, row })),
  )

const namesOf = (schema: AnyEndpoint['query']) =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

test('every call goes where it went before the schemas were left out', () => {
  const whole = rowsIn(contracts)
  const slim = new Map(rowsIn(rowsForClient).map(({ name, row }) => [name, row]))
  expect(whole.length).toBeGreaterThan(40)
  expect(slim.size).toBe(whole.length)
  for (const { name, row } of whole) {
    const names = [row.params, row.query, row.body].flatMap(namesOf)
    const input = Object.fromEntries([...names, 'more'].map((field) => [field, `${field} &`]))
    const left = slim.get(name) as AnyEndpoint
    expect(buildRequest(left, input), name).toEqual(buildRequest(row, input))
    expect(left.method, name).toBe(row.method)
  }
})

test('no schema is left in them', () => {
  expect(JSON.stringify(rowsForClient).length).toBeLessThan(8000)
})
