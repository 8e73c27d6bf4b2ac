import type { Random } from '../random.ts'

/** The part of JSON Schema that the contract's schemas turn into. */
export interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** What a field of this name would hold if its sender meant well. */
export interface Known {
  ids: readonly string[]
  phones: readonly string[]
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
const words = [
  'STOP',
  'yes please',
  'Hi {name}, Salonback here',
  'who is this?',
  'ana@example.com',
  'GB',
  'true',
  'k',
]

/** Texts that have broken something somewhere. */
export const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\uFEFF',
  '\u202Egnirts',
  'ﷺ'.repeat(300),
  '🧖‍♀️'.repeat(200),
  '%00',
  '%E0%A4%A',
  "'; drop table messages; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '$(id)',
  '=1+1',
  '../../etc/passwd',
  'a'.repeat(5000),
  ' '.repeat(5000),
  '0'.repeat(5000),
  'give over '.repeat(500),
  '+'.repeat(40),
  '+4477009001234567890',
  '٠٧٧٠٠٩٠٠١٢٣',
  '\r\nSet-Cookie: a=b',
  'null',
  'undefined',
  '__proto__',
  'constructor',
] as const

const nastyThings = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { constructor: { prototype: 1 } },
] as const

export const nastyText = (random: Random): string => random.pick(nastyTexts)

const nasty = (random: Random): unknown => (random.chance(0.6) ? nastyText(random) : random.pick(nastyThings))

/** A value of this schema, each part of it replaced by a nasty one with this probability. */
export function makeValue(
  schema: Schema,
  name: string,
  random: Random,
  known: Known,
  spoil: number,
): unknown {
  if (random.chance(spoil)) return nasty(random)
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return makeValue(random.pick(schema.anyOf), name, random, known, spoil)
  if (schema.properties) return objectOf(schema, random, known, spoil)
  switch (schema.type) {
    case 'array':
      return Array.from({ length: random.pick([0, 1, 2, 5, 40]) }, () =>
        makeValue(schema.items ?? {}, name, random, known, spoil),
      )
    case 'integer':
    case 'number':
      return random.pick([schema.minimum ?? 0, schema.maximum ?? 100, 1, 7])
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return textOf(schema, name, random, known)
  }
}

function objectOf(schema: Schema, random: Random, known: Known, spoil: number): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const isLeftOut = !schema.required?.includes(name) && random.chance(0.4)
    if (isLeftOut || random.chance(spoil / 4)) continue
    made[name] = makeValue(part, name, random, known, spoil)
  }
  if (random.chance(spoil)) made[random.pick(['__proto__x', 'toString', 'a'.repeat(300), ''])] = nasty(random)
  return made
}

function textOf(schema: Schema, name: string, random: Random, known: Known): string {
  if (schema.format === 'uuid') return random.pick([...known.ids, NOBODY])
  if (/number|phone|mobile/i.test(name)) return random.pick(known.phones)
  if (name === 'key') return random.pick(['waitlist_sms_enabled', 'auto_followup_enabled', 'nothing'])
  const text = random.pick(words)
  return schema.maxLength !== undefined && random.chance(0.1) ? 'x'.repeat(schema.maxLength) : text
}

/** JSON text, now and then damaged as text. */
export function jsonOf(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? 'null'
  if (!random.chance(0.08)) return text
  const at = random.between(0, text.length)
  const damaged = [
    text.slice(0, at),
    text.slice(0, at) + nastyText(random) + text.slice(at),
    `${'['.repeat(random.between(1, 30_000))}${text}`,
    `${text}${text}`,
    `\uFEFF${text}`,
    text.replaceAll('"', "'"),
    text.replace('{', '{"a":1,"a":2,'),
    text.replace(/"([^"]*)"/, '"\\ud800$1\\u0000"'),
  ]
  return random.pick(damaged)
}
