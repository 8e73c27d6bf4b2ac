import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import type { z } from 'zod'
import { inboundParams, messageSid, receiptParams } from '../../testing/webhooks.ts'
import type { Random } from '../random.ts'
import { schemaOf } from '../schema.ts'
import { jsonOf, type Known, makeValue, nastyText, type Schema } from './values.ts'

/** One request; `params` is a webhook's form, to be signed where it is sent. */
export interface Call {
  name: string
  path: string
  init: RequestInit
  params?: Record<string, string>
}

/** Each hash of a password costs as much as a hundred other calls, and a list of all that ever came more and more. */
const RARE: Record<string, number> = {
  'auth.login': 0.02,
  'auth.changePassword': 0.02,
  'messages.inbound': 0.005,
  'imports.list': 0.02,
}
/** Lists have few inputs to spoil and large answers, so they are called rarely. */
const RARE_LIST = 0.1
/** They would end the session that the others need. */
const LEFT_OUT = new Set(['auth.logout', 'auth.logoutEverywhere', 'auth.endSession'])

const rows = Object.entries(contracts).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, AnyEndpoint>)
    .map(([name, row]) => ({
      name: `${feature}.${name}`,
      row,
      body: input(row.body),
      query: input(row.query),
    }))
    .filter(({ name }) => !LEFT_OUT.has(name)),
)

function input(type: z.ZodType | undefined): Schema | null {
  return type ? schemaOf<Schema>(type, 'input') : null
}

/** A request to some call of the contract, a webhook or the upload: mostly well formed, one part or another spoilt. */
export function makeCall(random: Random, known: Known): Call {
  const dice = random.next()
  if (dice < 0.12) return webhook(random, known)
  if (dice < 0.16) return upload(random, known)
  for (;;) {
    const one = random.pick(rows)
    if (random.chance(RARE[one.name] ?? (isList(one) ? RARE_LIST : 1)))
      return contractCall(one, random, known)
  }
}

const isList = ({ row }: (typeof rows)[number]) => row.method === 'GET' && !row.path.includes('{')

function contractCall({ name, row, body, query }: (typeof rows)[number], random: Random, known: Known): Call {
  const spoil = random.pick([0, 0.05, 0.2, 0.6])
  const part = (field: string) =>
    plain(
      makeValue({ type: 'string', ...(field === 'id' && { format: 'uuid' }) }, field, random, known, spoil),
    )
  const path = row.path.replace(/\{(\w+)\}/g, (_, field: string) => safePath(part(field), random))
  const search = new URLSearchParams()
  for (const [field, schema] of Object.entries(query?.properties ?? {})) {
    if (random.chance(0.5)) search.append(field, plain(makeValue(schema, field, random, known, spoil)))
    if (random.chance(0.02)) search.append(field, 'twice')
  }
  const init: RequestInit = { method: row.method, headers: headersFor(random) }
  if (body && row.method !== 'GET') init.body = jsonOf(makeValue(body, name, random, known, spoil), random)
  return { name, path: search.size > 0 ? `${path}?${search}` : path, init }
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Half surrogates cannot be sent in a form or an address: they break in the client. */
const wellFormed = (text: string) => Buffer.from(text).toString()

/** A path no client can send breaks in the client. */
function safePath(text: string, random: Random): string {
  return random.chance(0.9) ? encodeURIComponent(wellFormed(text)).slice(0, 2000) : '%E0%A4%A'
}

function headersFor(random: Random): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (random.chance(0.02))
    headers['content-type'] = random.pick(['text/plain', 'application/json; charset=utf-7'])
  if (random.chance(0.05))
    headers['idempotency-key'] = random.pick(['k', 'k'.repeat(200), 'k'.repeat(201), '%00'])
  if (random.chance(0.05))
    headers['x-forwarded-for'] = random.pick(['1.2.3.4', '::1', 'x'.repeat(500), '1,2,3'])
  if (random.chance(0.02)) headers.range = 'bytes=0-1'
  if (random.chance(0.02))
    headers['accept-encoding'] = random.pick(['gzip;q=0', 'br', '*;q=9', 'x'.repeat(300)])
  return headers
}

function webhook(random: Random, known: Known): Call {
  const phone = random.pick(known.phones)
  const isText = random.chance(0.6)
  const params: Record<string, string> = isText
    ? inboundParams({
        From: phone,
        Body: random.chance(0.5) ? nastyText(random) : random.pick(['yes', 'STOP', 'START', 'no']),
      })
    : receiptParams(
        { sid: messageSid(), to: phone },
        random.pick(['sent', 'delivered', 'failed', 'undelivered', 'odd']),
      )
  for (const name of Object.keys(params)) {
    if (name !== 'AccountSid' && random.chance(0.05)) params[name] = wellFormed(nastyText(random))
  }
  const extras: [string, string][] = [
    ['ErrorCode', random.pick(['21610', '99999999999999', '-1', 'x', '1e9', '30006'])],
    ['NumMedia', random.pick(['0', '10', '-1', '1e9', 'x', '99999999999'])],
    ['NumSegments', random.pick(['1', '0', '-5', '1e20', 'x'])],
    ['OptOutType', random.pick(['STOP', 'START', 'HELP', 'x'])],
    [wellFormed(nastyText(random)), 'x'],
  ]
  for (const [name, value] of extras) if (random.chance(0.15)) params[name] = value
  const path = isText
    ? '/api/webhooks/twilio/inbound'
    : `/api/webhooks/twilio/status?mid=${random.pick([...known.ids, 'x', ''])}`
  return { name: isText ? 'webhook inbound' : 'webhook status', path, params, init: { method: 'POST' } }
}

const record: Schema = {
  properties: Object.fromEntries(
    [
      'name',
      'category',
      'country',
      'phone',
      'phone_type',
      'address',
      'rating',
      'review_count',
      'team_size',
    ].map((name) => [name, { type: 'string' }]),
  ),
}

function upload(random: Random, known: Known): Call {
  const spoil = random.pick([0, 0.05, 0.3])
  const prospects = Array.from({ length: random.pick([0, 1, 3, 20]) }, () =>
    makeValue(record, 'record', random, known, spoil),
  )
  const metadata = makeValue(
    { properties: { export_id: { type: 'string' } } },
    'metadata',
    random,
    known,
    spoil,
  )
  const file = jsonOf({ export_metadata: metadata, prospects }, random)
  const form = new FormData()
  form.append(random.chance(0.95) ? importUpload.field : 'other', new File([file], 'e.json'))
  if (random.chance(0.1)) form.append('more', nastyText(random))
  return { name: 'upload', path: importUpload.path, init: { method: importUpload.method, body: form } }
}
