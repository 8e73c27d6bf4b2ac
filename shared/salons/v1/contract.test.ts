import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { AnyEndpoint } from '../../platform/http/endpoint.ts'
import { v1 } from './contract.ts'

/** Internal definition of a zod schema. */
interface Def {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

/** Names of all fields of a schema, such as `items[].phone`. */
function fieldsOf(schema: z.ZodType | undefined, path = ''): string[] {
  if (!schema) return []
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as unknown as Def
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name
    return [at, ...fieldsOf(field, at)]
  })
  const inner = [innerType, ...options].flatMap((one) => fieldsOf(one, path))
  return [...fields, ...fieldsOf(element, `${path}[]`), ...inner]
}

const items = (...fields: string[]) => fields.map((name) => `items[].${name}`)
const page = (...fields: string[]) => ['nextCursor', ...items(...fields)]
const appointment = ['externalId', 'phone', 'bookedAt', 'startsAt', 'state', 'amount', 'updatedAt']

// Other systems depend on these names: add calls and fields, but never rename or remove one.
const published: Record<keyof typeof v1, { request: string[]; reply: string[] }> = {
  salons: { request: ['cursor'], reply: page('id', 'name', 'country', 'timeZone', 'currency', 'state') },
  client: {
    request: ['phone'],
    reply: items('salonId', 'phone', 'firstName', 'lastVisit', 'nextVisit', 'lastTextAt', 'optedOut'),
  },
  campaigns: {
    request: ['salonId', 'cursor'],
    reply: page('id', 'salonId', 'state', 'createdAt', 'texts', 'delivered', 'visits'),
  },
  visits: {
    request: ['salonId', 'cursor'],
    reply: page(
      ...['id', 'salonId', 'phone', 'campaignId', 'state', 'bookedAt', 'visitAt', 'amount', 'evidence'],
    ),
  },
  statements: {
    request: ['salonId', 'cursor'],
    reply: page('salonId', 'number', 'issuedAt', 'dueOn', 'currency', 'total', 'outstanding'),
  },
  recordVisits: {
    request: ['salonId', ...appointment, ...appointment.map((name) => `visits[].${name}`)],
    reply: ['results[].externalId', 'results[].result', 'results[].message'],
  },
  recordOptOut: { request: ['phone', 'reason'], reply: ['phone', 'optedOut', 'decision'] },
}

test.each(Object.entries(published))('the call %s keeps its published fields', (name, { request, reply }) => {
  const { params, query, body, documentedBody = body, ...row }: AnyEndpoint = v1[name as keyof typeof v1]
  const sent = [params, query, documentedBody].flatMap((schema) => fieldsOf(schema))
  expect(request.filter((field) => !sent.includes(field))).toEqual([])
  expect(reply.filter((field) => !fieldsOf(row.reply).includes(field))).toEqual([])
})
