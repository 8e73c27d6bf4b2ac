import type { AnyEndpoint } from '@salonback/shared/platform/http/endpoint.ts'
import fc from 'fast-check'
import { postJson } from './postJson.ts'
import { schemaOf } from './schemaOf.ts'

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Texts with NUL, control characters, halves of surrogate pairs, right-to-left and astral characters. */
export const oddTexts = [
  'a\0b',
  'a\ud800b',
  '\udfff\ud800',
  'a\u0001b\u2028c',
  '\u202Egnirts',
  'שלום مرحبا',
  '🧖‍♀️',
  'e\u0301\u0302\u0303',
  `'"\\;--<b>%00`,
]
const moreOddTexts = ['', ' ', '\0', '%E0%A4%A', '=1+1', '__proto__', '9'.repeat(400), 'x'.repeat(70_000)]
const nested: unknown = JSON.parse('['.repeat(1000) + ']'.repeat(1000))
const wrongTypes: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53],
  ...[[], {}, [[]], [null], nested, { constructor: 1 }],
]
const badValue = fc.oneof(
  fc.constantFrom(...oddTexts, ...moreOddTexts),
  fc.constantFrom(...wrongTypes),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Repeats the text up to exactly this many UTF-16 units, without splitting it. */
export const filled = (text: string, length: number) =>
  text.repeat(Math.floor(length / text.length)).padEnd(length, 'x')

/** Ids and numbers that exist. */
interface Known {
  ids: string[]
  phones: string[]
}

/** Values of this schema: nine of ten valid, many at their limits, the others of any kind. */
function valuesOf(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: validValues(schema, name, known) },
    { weight: 1, arbitrary: badValue },
  )
}

function validValues(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const { anyOf, items = {}, minimum = 0, maximum = 100 } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map((one) => validValues(one, name, known)))
  switch (schema.type) {
    case 'object': {
      const unknownFields = fc.dictionary(fc.constantFrom('', '__proto__', 'x'.repeat(300)), badValue, {
        maxKeys: 1,
      })
      return fc
        .tuple(recordsOf(schema, known), unknownFields)
        .map(([record, more]) => ({ ...more, ...record }))
    }
    case 'array':
      return fc.array(validValues(items, name, known), { maxLength: 40, size: 'max' })
    case 'integer':
    case 'number':
      return fc.constantFrom(minimum, maximum, 1)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return validTexts(schema, name, known)
  }
}

function recordsOf({ properties = {}, required = [] }: Schema, known: Known) {
  const fields = Object.entries(properties).map(([key, field]) => [key, valuesOf(field, key, known)])
  return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required })
}

function validTexts({ format, maxLength = 100 }: Schema, name: string, { ids, phones }: Known) {
  if (format === 'uuid' || name === 'id') return fc.constantFrom(...ids)
  if (/number|phone|mobile/i.test(name)) return fc.constantFrom(...phones)
  if (name === 'key') return fc.constantFrom('waitlist_sms_enabled', 'auto_followup_enabled')
  if (name === 'email') return fc.constantFrom('ana@example.com', `${'a'.repeat(240)}@example.com`)
  const atLimit = fc.constantFrom(...oddTexts).map((text) => filled(text, Math.min(maxLength, 2000)))
  return fc.oneof(fc.constantFrom('Hi {name}, Salonback here', ...oddTexts), atLimit)
}

/** The input of a row as JSON Schema. Forms accept anything, so theirs is the documented one. */
export const bodySchema = ({ body, documentedBody = body }: AnyEndpoint): Schema | null =>
  documentedBody ? schemaOf<Schema>(documentedBody, 'output') : null

/** Requests to this row, valid ones and broken ones. */
export function requestsTo(
  row: AnyEndpoint,
  known: Known,
): fc.Arbitrary<{ path: string; init: RequestInit }> {
  const body = bodySchema(row)
  const query = row.query ? schemaOf<Schema>(row.query, 'output') : {}
  const params = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = fc.record({
    params: fc.tuple(...params.map((name) => valuesOf({ type: 'string' }, name, known).map(textOf))),
    query: recordsOf(query, known),
    body: body ? valuesOf(body, 'body', known) : fc.constant(undefined),
  })
  return parts.map(({ params, query, body }) => {
    const values = [...params]
    const path = row.path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() || '%'))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.append(name, textOf(value))
    const init = { ...(body !== undefined && postJson(body)), method: row.method }
    return { path: `${path}?${search}`, init }
  })
}

/** As part of an address, which is short and cannot contain halves of surrogate pairs. */
const textOf = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    .toString()
    .slice(0, 300)
