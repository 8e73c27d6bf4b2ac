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

const page = (...fields: string[]) => ['nextCursor', ...fields.map((name) => `items[].${name}`)]
const appointment = ['externalId', 'phone', 'bookedAt', 'startsAt', 'state', 'amount', 'updatedAt']

// Other systems depend on these names: add fields to the contract, but never rename or remove one.
test.each<[name: keyof typeof v1, request: string[], reply: string[]]>([
  ['salons', ['cursor'], page('id', 'name', 'country', 'timeZone', 'currency', 'state')],
  [
    'client',
    ['phone'],
    ['salonId', 'phone', 'firstName', 'lastVisit', 'nextVisit', 'lastTextAt', 'optedOut'].map(
      (name) => `items[].${name}`,
    ),
  ],
  [
    'campaigns',
    ['salonId', 'cursor'],
    page('id', 'salonId', 'state', 'createdAt', 'texts', 'delivered', 'visits'),
  ],
  [
    'visits',
    ['salonId', 'cursor'],
    page('id', 'salonId', 'phone', 'campaignId', 'state', 'bookedAt', 'visitAt', 'amount', 'evidence'),
  ],
  [
    'statements',
    ['salonId', 'cursor'],
    page('salonId', 'number', 'issuedAt', 'dueOn', 'currency', 'total', 'outstanding'),
  ],
  [
    'recordVisits',
    ['salonId', ...appointment, ...appointment.map((name) => `visits[].${name}`)],
    ['results[].externalId', 'results[].result'],
  ],
  ['recordOptOut', ['phone', 'reason'], ['phone', 'optedOut']],
])('the call %s keeps its published fields', (name, request, reply) => {
  const { params, query, body, documentedBody = body, reply: answer }: AnyEndpoint = v1[name]
  const sent = [params, query, documentedBody].flatMap((schema) => fieldsOf(schema))
  expect(request.filter((field) => !sent.includes(field))).toEqual([])
  expect(reply.filter((field) => !fieldsOf(answer).includes(field))).toEqual([])
})
