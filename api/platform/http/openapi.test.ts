import { uploads } from '@salonback/shared/contracts.ts'
import { eventsPath, webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import { liveConsent } from '@salonback/shared/sales/waitlist/codes.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../testing/app.ts'
import { makeProspect } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'
import { exportOf } from '../../testing/upload.ts'
import { postWebhook, textFrom } from '../../testing/webhooks.ts'
import { statusesOf } from './openapi.ts'

// Compares the served document with the contract, and real responses with the document.

type Schema = Record<string, unknown>
interface Operation {
  operationId: string
  security?: unknown
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: object }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
}

// Calls of keys have a document of their own; see reference.test.ts.
const rows = endpoints.filter(({ access }) => access !== 'key')
const beside = ['imports.upload', 'events.listen', 'webhooks.inbound', 'webhooks.status', 'health.live']

let document: Document

/** Starts a new app and loads its document. */
async function serviceAndDocument() {
  const app = await testApp()
  document = (await (await app.request('/api/openapi.json')).json()) as Document
  return app
}

const operation = (method: string, path: string) => {
  const found = document.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not described`)
  return found
}

/** Resolves every `$ref` of a schema. */
function whole(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(whole)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...rest } = schema as Schema
  const named =
    typeof $ref === 'string' ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined
  if ($ref && !named) throw new Error(`${$ref} is not defined`)
  const all = { ...named, ...rest }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, whole(value)]))
}

const validator = (schema: unknown) =>
  z.fromJSONSchema(whole(schema) as Parameters<typeof z.fromJSONSchema>[0])

test('the document describes every call', async () => {
  await serviceAndDocument()
  expect(document.openapi).toBe('3.1.0')
  const described = Object.values(document.paths).flatMap((calls) =>
    Object.values(calls).map(({ operationId }) => operationId),
  )
  expect(described.sort()).toEqual([...rows.map(({ name }) => name), ...beside].sort())
})

test('statuses, session, key and body match the contract', async () => {
  await serviceAndDocument()
  const told = rows.map(({ name, method, path }) => {
    const { security, parameters = [], requestBody, responses } = operation(method, path)
    return {
      name,
      statuses: Object.keys(responses).map(Number).sort(),
      security,
      key: parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key'),
      body: Object.keys(requestBody?.content ?? {}),
    }
  })
  const owed = rows.map((row) => ({
    name: row.name,
    statuses: statusesOf(row).sort(),
    security: row.access === 'public' ? undefined : [{ session: [] }],
    key: row.idempotent === true,
    body: row.body ? ['application/json'] : [],
  }))
  expect(told).toEqual(owed)
  const keyed = owed.filter(({ key }) => key).map(({ name }) => name)
  expect(keyed.sort()).toEqual([
    'billing.addCredit',
    'billing.issue',
    'billing.recordPayment',
    'campaigns.start',
    'firstTexts.start',
    'inbox.reply',
    'replies.reply',
  ])
})

test('documented errors use the error body', async () => {
  await serviceAndDocument()
  const rejections = Object.values(document.paths).flatMap((calls) =>
    Object.values(calls).flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .filter(
          ([, { content }]) =>
            content?.['application/json']?.schema.$ref !== '#/components/schemas/ErrorBody',
        )
        .map(([status]) => `${operationId} ${status}`),
    ),
  )
  expect(rejections).toEqual([])
  const statuses = (method: string, path: string) =>
    Object.keys(operation(method, path).responses).map(Number)
  expect(statuses('POST', '/api/admin/login')).toEqual(expect.arrayContaining([400, 401, 413, 415, 422, 429]))
  expect(statuses('POST', '/api/admin/send-reply-sms')).toEqual(expect.arrayContaining([409, 422, 502]))
  expect(statuses('POST', uploads.imports.path)).toEqual(
    expect.arrayContaining([400, 401, 413, 415, 429, 503]),
  )
  expect(statuses('GET', '/api/admin/leads')).toContain(304)
  expect(statuses('GET', '/api/owner/{token}')).toEqual(expect.arrayContaining([404, 410, 429]))
  expect(operation('POST', '/api/leads').responses['429']?.headers).toHaveProperty('Retry-After')
})

test('required fields and enums are documented', async () => {
  await serviceAndDocument()
  const { schema } = operation('POST', '/api/waitlist').requestBody?.content['application/json'] ?? {}
  const { required, properties } = whole(schema) as { required: string[]; properties: Record<string, Schema> }
  expect(required.sort()).toEqual([
    'avgSpend',
    'consentAgreed',
    'customerCount',
    'hardestPartText',
    'hasMarketingConsent',
    'mobileNumber',
    'mobileNumbersCount',
  ])
  expect(properties.customerCount?.enum).toEqual(['under-100', '100-250', '250-500', '500-1000', '1000+'])
  expect(properties.hasMarketingConsent?.enum).toEqual([...liveConsent.map(({ code }) => code), 'no-consent'])
  const form = validator(schema)
  expect(form.safeParse({}).success).toBe(false)
  expect(form.safeParse(filledQuestionnaire).success).toBe(true)
  expect(form.safeParse({ ...filledQuestionnaire, avgSpend: 'a lot' }).success).toBe(false)
})

test('replies have named schemas and content types', async () => {
  await serviceAndDocument()
  const names = Object.keys(document.components.schemas)
  const known = ['Campaign', 'Conversation', 'ErrorBody', 'ImportSummary', 'InboundSms', 'Lead', 'Prospect']
  expect(names).toEqual(expect.arrayContaining(known))
  const reply = operation('GET', '/api/admin/campaigns/{id}').responses['200']
  expect(reply?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Campaign' })
  const upload = operation('POST', uploads.imports.path).requestBody?.content['multipart/form-data']?.schema
  expect(upload).toMatchObject({ required: ['jsonFile'], properties: { jsonFile: { format: 'binary' } } })
  const stream = operation('GET', eventsPath).responses['200']?.content
  expect(stream?.['text/event-stream']?.schema).toEqual({ $ref: '#/components/schemas/ServerEvent' })
  for (const path of Object.values(webhookPaths)) {
    const hook = operation('POST', path)
    expect(Object.keys(hook.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    expect(hook.parameters).toContainEqual(
      expect.objectContaining({ name: 'X-Twilio-Signature', in: 'header', required: true }),
    )
  }
  expect(document.components.securitySchemes.session).toMatchObject({
    in: 'cookie',
    name: 'salonback_session',
  })
})

/** Expects that a real response matches the document. */
async function hold(method: string, path: string, response: Response) {
  const { responses } = operation(method, path)
  const described = responses[String(response.status)]
  const type = response.headers.get('content-type')?.split(';')[0]
  expect(described, `${method} ${path} answers ${response.status}`).toBeDefined()
  if (!described?.content) return
  const schema = described.content[type ?? '']?.schema
  expect(schema, `${method} ${path} answers ${type}`).toBeDefined()
  if (type !== 'application/json') return
  const body = await response.json()
  expect(validator(schema).safeParse(body), `${method} ${path} ${response.status}`).toMatchObject({
    success: true,
  })
}

test('real replies match the document', async () => {
  const { sql, origin, request, staffRequest } = await serviceAndDocument()
  const { phone } = await makeProspect(sql)
  const lists = rows.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  for (const { path, access } of lists) {
    await hold('GET', path, await staffRequest(path))
    if (access !== 'public') await hold('GET', path, await request(path))
  }
  await hold('POST', '/api/waitlist', await request('/api/waitlist', postJson(filledQuestionnaire)))
  await hold('POST', '/api/waitlist', await request('/api/waitlist', postJson({})))
  const login = postJson({ username: 'x', password: 'y' })
  await hold('POST', '/api/admin/login', await request('/api/admin/login', login))
  await hold('GET', '/healthz', await request('/healthz'))
  const reply = { phoneNumber: phone, message: 'Hello' }
  const send = (body: object) =>
    staffRequest('/api/admin/send-reply-sms', postJson(body, { 'idempotency-key': 'one' }))
  for (const body of [reply, reply, { ...reply, message: 'Another' }, { ...reply, phoneNumber: '12' }]) {
    await hold('POST', '/api/admin/send-reply-sms', await send(body))
  }
  const conversation = '/api/admin/conversation/{number}'
  await hold('GET', conversation, await staffRequest(`/api/admin/conversation/${encodeURIComponent(phone)}`))
  const file = new FormData()
  file.set('jsonFile', new Blob([exportOf([])]), 'export.json')
  const { path } = uploads.imports
  await hold('POST', path, await staffRequest(path, { method: 'POST', body: file }))
  await hold('POST', path, await staffRequest(path, postJson({})))
  await hold('POST', path, await request(path, { method: 'POST', body: file }))
  await hold('POST', webhookPaths.inbound, await textFrom(origin, phone, 'Hello'))
  const empty = { origin, path: webhookPaths.inbound, params: {} }
  await hold('POST', webhookPaths.inbound, await postWebhook(empty))
  await hold('POST', webhookPaths.status, await request(webhookPaths.status, { method: 'POST' }))
})
