import { expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from './testing/endpoints.ts'

/** Internal definition of a zod schema. */
interface Def {
  type: string
  format?: string
  checks?: { _zod: { def: { check: string; maximum?: number; length?: number; value?: number } } }[]
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const LARGEST_INTEGER = 2_147_483_647

/** The smallest limit of these kinds that a schema checks, or infinity. */
const limit = ({ checks = [] }: Def, ...kinds: string[]) =>
  Math.min(
    ...checks
      .map(({ _zod }) => _zod.def)
      .filter(({ check }) => kinds.includes(check))
      .map(({ maximum, length, value }) => Math.abs(maximum ?? length ?? value ?? Number.POSITIVE_INFINITY)),
  )

/** The parts of a schema that accept unbounded input, each with the reason. */
function unbounded(schema: z.ZodType, path: string): string[] {
  const def = schema._zod.def as unknown as Def
  const longest = limit(def, 'max_length', 'length_equals')
  const largest = Math.max(limit(def, 'less_than'), limit(def, 'greater_than'))
  const inner = (schema: z.ZodType | undefined, name = '') => (schema ? unbounded(schema, path + name) : [])
  switch (def.type) {
    case 'string':
      return def.format === 'uuid' || longest <= 65_536 ? [] : [`${path}: a text without a maximum`]
    case 'number':
      return largest <= LARGEST_INTEGER ? [] : [`${path}: a number without bounds`]
    case 'array':
      return [
        ...(longest <= 100_000 ? [] : [`${path}: a list without a maximum`]),
        ...inner(def.element, '[]'),
      ]
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) => inner(field, `.${name}`))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inner(def.innerType)
    case 'pipe':
      // A preprocess: the second step bounds the result of the first.
      return [def.in, def.out].flatMap((step) => inner(step))
    case 'union':
      return (def.options ?? []).flatMap((option) => inner(option))
    case 'record':
      // The largest body bounds the number of keys.
      return [...inner(def.keyType, '{}'), ...inner(def.valueType, '{}')]
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'transform':
      return []
    default:
      return [`${path}: ${def.type} may be anything`]
  }
}

test('every string, list and number in requests is bounded', () => {
  // Items of a list that are parsed one by one have the schema of the document.
  const found = endpoints.flatMap(({ name, params, query, body, documentedBody }) =>
    Object.entries({ params, query, body: documentedBody ?? body }).flatMap(([part, schema]) =>
      schema ? unbounded(schema as z.ZodType, `${name} ${part}`) : [],
    ),
  )
  expect(endpoints.length).toBeGreaterThan(25)
  expect(found).toEqual([])
})

test('calls below /api/v1, and no others, need an API key with a scope', () => {
  const strays = endpoints.filter(({ path, access, scope }) => {
    const isBelow = path.startsWith('/api/v1/')
    return isBelow !== (access === 'key') || isBelow !== (scope !== undefined)
  })
  expect(strays.map(({ path }) => path)).toEqual([])
})

test('path parameters match their schema', () => {
  const strays = endpoints.filter(({ path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const known = Object.keys((params as z.ZodObject | undefined)?.shape ?? {})
    return named.sort().join() !== known.sort().join()
  })
  expect(strays.map(({ path }) => path)).toEqual([])
})
