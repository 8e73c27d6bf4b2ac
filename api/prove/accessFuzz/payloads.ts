import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { schemaOf } from '../schema.ts'

/** Every way out of a text into a script that we know; what gets out calls `xss` or carries `data-xss`. */
const ways = [
  '<img data-xss src=/xss-probe onerror=xss()>',
  '<script data-xss>xss()</script>',
  '"><svg data-xss onload=xss()>',
  "' data-xss autofocus onfocus=xss() x='",
  '</textarea></title></style><iframe data-xss srcdoc="<script>parent.xss()</script>"></iframe>',
  'https://a.example/"onmouseover="xss()"data-xss="',
  'javascript:xss()//',
  '{{constructor.constructor("xss()")()}}',
] as const

/** All of them in one text. */
export const xss = ways.join(' ')

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
}

/** What a staff member's screen may be given, by the contract: every answer that is read, and the preview of first texts. */
export const answers = Object.entries(contracts).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, AnyEndpoint>)
    .map(([name, row]) => ({ name: `${feature}.${name}`, row }))
    .filter(
      ({ name, row }) => row.access === 'staff' && (row.method === 'GET' || name === 'campaigns.preview'),
    )
    .map(({ name, row }) => ({
      name,
      method: row.method,
      path: new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`),
      reply: schemaOf<Schema>(row.reply, 'output'),
    })),
)

const SHORTEST = 40

const typesOf = ({ type }: Schema) => (Array.isArray(type) ? type : [type])
/** Whether any text is valid here: no enum, date, id or two-letter code. */
const isText = (schema: Schema) =>
  typesOf(schema).includes('string') &&
  !(schema.enum || schema.format || schema.pattern) &&
  (schema.maxLength ?? SHORTEST) >= SHORTEST
const isAnything = (schema: Schema) => !schema.type && !schema.anyOf && !schema.properties && !schema.enum

/** The fields of such an answer where any text is valid. */
export function textsOf(schema: Schema, place: string): string[] {
  if (isText(schema) || isAnything(schema)) return [place]
  return [
    ...(schema.anyOf ?? []).flatMap((part) => textsOf(part, place)),
    ...(schema.items ? textsOf(schema.items, `${place}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => textsOf(part, `${place}.${name}`)),
  ]
}

/** The value with `xss` after each of its words, as if somebody had got it stored there; tells each place it did so. */
export function spoil(value: unknown, schema: Schema, place: string, tell: (place: string) => void): unknown {
  if (isText(schema) || isAnything(schema)) {
    tell(place)
    return spoilText(value)
  }
  for (const part of schema.anyOf ?? []) {
    const isFor = Array.isArray(value)
      ? part.items
      : typeof value === 'object' && value
        ? part.properties
        : isText(part)
    if (isFor) return spoil(value, part, place, tell)
  }
  if (Array.isArray(value)) return value.map((one) => spoil(one, schema.items ?? {}, `${place}[]`, tell))
  if (typeof value !== 'object' || value === null) return value
  const spoilt = Object.entries(value).map(([name, one]) => [
    name,
    spoil(one, schema.properties?.[name] ?? {}, `${place}.${name}`, tell),
  ])
  return Object.fromEntries(spoilt)
}

function spoilText(value: unknown): unknown {
  if (value === null) return xss
  if (typeof value === 'string') return `${value} ${xss}`
  if (Array.isArray(value)) return value.map(spoilText)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoilText(one)]))
}

const spellings = [
  encodeURIComponent(` ${xss}`),
  new URLSearchParams({ '': ` ${xss}` }).toString().slice(1),
  JSON.stringify(` ${xss}`).slice(1, -1),
]

/** What a screen asks with, without what we put behind it. */
export const unspoil = (text: string) => spellings.reduce((rest, one) => rest.replaceAll(one, ''), text)
