import { createRoute, type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { contracts, uploads } from '@salonback/shared/contracts.ts'
import { Instant } from '@salonback/shared/fields.ts'
import {
  type AnyEndpoint,
  idempotencyHeader,
  undoKeyHeader,
} from '@salonback/shared/platform/http/endpoint.ts'
import { ErrorBody, type ErrorCode, statusOf } from '@salonback/shared/platform/http/errors.ts'
import {
  eventNames,
  eventsPath,
  Health,
  healthPath,
  ServerEvent,
  webhookPaths,
} from '@salonback/shared/platform/http/wire.ts'
import { type EventKind, eventKinds } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { isRateLimited } from './rateLimits.ts'

// The document at /api/openapi.json. Tests compare every real response with `statusesOf`.

/** Any request may be rejected for its host or origin (403, 421), find the database busy (503) or fail (500). */
const commonErrors: ErrorCode[] = ['misdirected', 'forbidden', 'internal', 'unavailable']
const bodyErrors: ErrorCode[] = ['malformed', 'too_large', 'wrong_type', 'invalid']

/** Every error status of this call. */
function errorStatusesOf(row: AnyEndpoint): number[] {
  const codes: ErrorCode[] = [
    ...commonErrors,
    ...(row.access !== 'public' ? (['unauthenticated'] as const) : []),
    ...(isRateLimited(row) || row.access === 'key' ? (['too_many'] as const) : []),
    ...(row.body ? bodyErrors : []),
    ...(row.params ? (['not_found', 'malformed'] as const) : []),
    ...(row.query ? (['invalid', 'malformed'] as const) : []),
    ...(row.idempotent || row.undoable ? (['invalid'] as const) : []),
    ...(row.undoable ? (['conflict'] as const) : []),
    ...(row.errors ?? []),
  ]
  return [...new Set(codes.map((code) => statusOf[code]))].sort()
}

/** Every status of this call. */
export const statusesOf = (row: AnyEndpoint): number[] => [
  row.status ?? 200,
  ...(row.method === 'GET' ? [304] : []),
  ...errorStatusesOf(row),
]

const descriptions: Record<number, string> = {
  304: 'Not changed since the ETag given in If-None-Match',
  400: 'Malformed: not JSON, incomplete, or with a character that cannot be stored',
  401: 'No session, or no valid API key',
  403: 'The request came from another site, its signature is wrong, or the caller may not make it',
  404: 'Not found',
  409: 'Conflicts with the current state',
  410: 'Used or expired',
  413: 'The body is too large',
  415: 'The body has the wrong content type',
  421: 'The Host header is not a name of this server',
  422: 'Validation failed; `fields` names the fields',
  429: 'Too many requests; Retry-After gives the seconds to wait',
  500: 'Internal error; `requestId` identifies it in the log',
  502: 'The carrier rejected it, or its outcome is unknown',
  503: 'Busy, starting or stopping; try again',
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const staff = { security: [{ session: [] }] }
const securityOf = ({ access }: AnyEndpoint) => {
  if (access === 'public') return {}
  return access === 'key' ? { security: [{ key: [] }] } : staff
}
const seconds = { schema: { type: 'integer' as const, minimum: 1 }, description: 'Seconds to wait' }

function errorResponses(statuses: number[]): RouteConfig['responses'] {
  const described = statuses.map((status) => [
    status,
    {
      description: descriptions[status] ?? 'Failed',
      content: json(ErrorBody),
      ...(status === 429 && { headers: { 'Retry-After': seconds } }),
    },
  ])
  return Object.fromEntries(described) as RouteConfig['responses']
}

/** Adds the contract rows of keys, or all others, to a document. */
export function describeRows(app: OpenAPIHono, wanted: 'key' | 'others'): void {
  for (const [feature, rows] of Object.entries(contracts))
    for (const [name, row] of Object.entries(rows as Record<string, AnyEndpoint>))
      if ((row.access === 'key') === (wanted === 'key')) describeRow(app, feature, name, row)
}

function describeRow(app: OpenAPIHono, tag: string, name: string, row: AnyEndpoint): void {
  const body = row.documentedBody ?? row.body
  const key = z.string().max(200).optional().describe('A repeated key gets the first response')
  app.openAPIRegistry.registerPath(
    createRoute({
      method: row.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete',
      path: row.path,
      tags: [tag],
      operationId: `${tag}.${name}`,
      summary: row.summary,
      ...securityOf(row),
      request: {
        ...(row.params && { params: row.params as z.ZodObject }),
        ...(row.query && { query: row.query as z.ZodObject }),
        ...(row.undoable && { headers: z.object({ [undoKeyHeader]: z.uuid().optional() }) }),
        ...(row.idempotent && { headers: z.object({ [idempotencyHeader]: key }) }),
        ...(body && { body: { required: true, content: json(body) } }),
      },
      responses: {
        [row.status ?? 200]: { description: 'Done', content: json(row.reply) },
        ...(row.method === 'GET' && { 304: { description: descriptions[304] ?? '' } }),
        ...errorResponses(errorStatusesOf(row)),
      },
    }),
  )
}

const errors = (...codes: ErrorCode[]) =>
  errorResponses([...new Set([...commonErrors, ...codes].map((code) => statusOf[code]))].sort())

const form = (fields: Record<string, z.ZodType>) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: z.looseObject(fields) } },
})
const signed = z.object({ 'X-Twilio-Signature': z.string() })
const Sid = z.string().describe('`SM…` or `MM…`, the permanent id of the text')

/** Calls without a contract row: the upload, the event stream, the carrier's webhooks, and health. */
const others: RouteConfig[] = [
  {
    method: 'post',
    path: uploads.imports.path,
    tags: ['imports'],
    operationId: 'imports.upload',
    summary: 'Import an export file, streamed; an incomplete file changes nothing',
    ...staff,
    request: {
      body: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({
              [uploads.imports.field]: z.string().meta({ format: 'binary', description: 'The .json file' }),
            }),
          },
        },
      },
    },
    responses: {
      200: { description: 'Imported', content: json(uploads.imports.reply) },
      ...errors('unauthenticated', 'malformed', 'too_large', 'wrong_type', 'too_many'),
    },
  },
  {
    method: 'get',
    path: eventsPath,
    tags: ['events'],
    operationId: 'events.listen',
    summary: `Changes as they are committed: server-sent events named ${eventNames.join(', ')}, after one \`ready\``,
    ...staff,
    responses: {
      200: {
        description:
          'An endless stream; the data of each event is this as JSON, and a comment is a heartbeat',
        content: { 'text/event-stream': { schema: ServerEvent } },
      },
      ...errors('unauthenticated'),
    },
  },
  {
    method: 'post',
    path: webhookPaths.inbound,
    tags: ['webhooks'],
    operationId: 'webhooks.inbound',
    summary: 'An inbound text from Twilio; repeated deliveries change nothing',
    request: {
      headers: signed,
      body: form({
        MessageSid: Sid,
        AccountSid: z.string(),
        From: z.string(),
        To: z.string(),
        Body: z.string(),
      }),
    },
    responses: {
      200: { description: 'Stored', content: { 'text/xml': { schema: z.literal('<Response/>') } } },
      ...errors('malformed', 'too_large'),
    },
  },
  {
    method: 'post',
    path: webhookPaths.status,
    tags: ['webhooks'],
    operationId: 'webhooks.status',
    summary: 'The status of an outbound text; late, repeated and out-of-order callbacks are safe',
    request: {
      headers: signed,
      query: z.object({ mid: z.uuid().optional() }),
      body: form({
        MessageSid: Sid,
        AccountSid: z.string(),
        MessageStatus: z.string(),
        ErrorCode: z.string().optional(),
      }),
    },
    responses: { 204: { description: 'Stored' }, ...errors('malformed', 'too_large') },
  },
  {
    method: 'get',
    path: healthPath,
    tags: ['health'],
    operationId: 'health.live',
    summary: 'Whether the process is alive, and its API version',
    responses: { 200: { description: 'Alive', content: json(Health) } },
  },
]

const signature = z.object({
  'webhook-id': z.string().describe('The same for each attempt of one event: ignore an id that you have'),
  'webhook-timestamp': z.string().describe('When it was sent, in seconds since 1970'),
  'webhook-signature': z.string().describe('As Standard Webhooks says: verify it before you read the body'),
})

/** Adds a message that receivers get to the document. */
export function describeEvent(app: OpenAPIHono, kind: EventKind, data: z.ZodType): void {
  const body = z.object({
    type: z.literal(kind),
    timestamp: Instant.describe('When the event was queued'),
    data,
  })
  app.openAPIRegistry.registerWebhook({
    method: 'post',
    path: kind,
    tags: ['events'],
    operationId: kind,
    summary: eventKinds[kind],
    request: { headers: signature, body: { required: true, content: json(body) } },
    responses: {
      '2XX': { description: 'The event was taken' },
      410: { description: 'The receiver wants no more events: it is turned off' },
      default: { description: 'The event is sent again, for a day' },
    },
  })
}

/** Adds the calls without a contract row; `cookie` is the name of the session cookie. */
export function describeOthers(app: OpenAPIHono, cookie: string): void {
  for (const route of others) app.openAPIRegistry.registerPath(route)
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description: 'Set by auth.login: HttpOnly, idle for 12 hours, 30 days at most',
  })
}
