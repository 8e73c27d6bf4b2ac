import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { schemaOf } from '../../testing/schemaOf.ts'

/** Known ways to get from text into a script. A payload that works calls `xss()` or adds an element with `data-xss`. */
const payloads = [
  '<img data-xss src=/xss-probe onerror=xss()>',
  '<script data-xss>xss()</script>',
  '"><svg data-xss onload=xss()>',
  "' data-xss autofocus onfocus=xss() x='",
  '</textarea></title></style><iframe data-xss srcdoc="<script>parent.xss()</script>"></iframe>',
  'https://a.example/"onmouseover="xss()"data-xss="',
  'javascript:xss()//',
  '{{constructor.constructor("xss()")()}}',
] as const

/** All payloads in one text. */
export const xss = payloads.join(' ')

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  /** Parts of a tuple. */
  prefixItems?: Schema[]
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
}

/** Calls with a body that read only. */
const previews = ['firstTexts.preview', 'offers.preview']

/** The responses that staff screens show: every staff call that reads, and previews. */
export const shownReplies = endpoints
  .filter(({ access }) => access === 'staff' || access === 'admin')
  .filter(({ method, name }) => method === 'GET' || previews.includes(name))
  .map(({ name, method, path, reply }) => ({
    ...{ name, method },
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    reply: schemaOf<Schema>(reply, 'output'),
  }))

/** Fields with a smaller maximum, such as country codes, hold no free text. */
const SHORTEST = 40

const typesOf = ({ type }: Schema) => (Array.isArray(type) ? type : [type])
/** Whether the schema accepts any text: no enum, date, id or two-letter code. */
const isText = (schema: Schema) =>
  typesOf(schema).includes('string') &&
  !(schema.enum || schema.format || schema.pattern) &&
  (schema.maxLength ?? SHORTEST) >= SHORTEST
const isUntyped = (schema: Schema) => !schema.type && !schema.anyOf && !schema.properties && !schema.enum

/** The free-text fields of a schema, such as `leads.list[].name`. `path` names the schema itself. */
export function textFields(schema: Schema, path: string): string[] {
  if (isText(schema) || isUntyped(schema)) return [path]
  return [
    ...(schema.anyOf ?? []).flatMap((part) => textFields(part, path)),
    ...[...(schema.items ? [schema.items] : []), ...(schema.prefixItems ?? [])].flatMap((part) =>
      textFields(part, `${path}[]`),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => textFields(part, `${path}.${name}`)),
  ]
}

/** The value with `xss` appended to each free text that `isWanted` accepts, as if it were stored there. */
export function injectXss(
  value: unknown,
  schema: Schema,
  path: string,
  isWanted: (path: string, text: unknown) => boolean,
): unknown {
  if (isText(schema) || isUntyped(schema)) return isWanted(path, value) ? appendXss(value) : value
  for (const part of schema.anyOf ?? []) {
    const matches = Array.isArray(value)
      ? part.items
      : typeof value === 'object' && value
        ? part.properties
        : isText(part)
    if (matches) return injectXss(value, part, path, isWanted)
  }
  if (Array.isArray(value))
    return value.map((one, at) =>
      injectXss(one, schema.prefixItems?.[at] ?? schema.items ?? {}, `${path}[]`, isWanted),
    )
  if (typeof value !== 'object' || value === null) return value
  const injected = Object.entries(value).map(([name, one]) => [
    name,
    injectXss(one, schema.properties?.[name] ?? {}, `${path}.${name}`, isWanted),
  ])
  return Object.fromEntries(injected)
}

function appendXss(value: unknown): unknown {
  if (value === null) return xss
  if (typeof value === 'string') return `${value} ${xss}`
  if (Array.isArray(value)) return value.map(appendXss)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, appendXss(one)]))
}

/** The appended text as it appears in a URL, a form and JSON. */
const encodings = [
  encodeURIComponent(` ${xss}`),
  new URLSearchParams({ '': ` ${xss}` }).toString().slice(1),
  JSON.stringify(` ${xss}`).slice(1, -1),
]

/** A request of a screen without the text that `injectXss` appended. */
export const removeXss = (text: string) => encodings.reduce((rest, one) => rest.replaceAll(one, ''), text)
