import { createRoute, type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { uploads } from '@salonback/shared/contracts.ts'
import { type AnyEndpoint, idempotencyHeader } from '@salonback/shared/http/endpoint.ts'
import { ErrorBody, type ErrorCode, statusOf } from '@salonback/shared/http/errors.ts'
import {
  eventNames,
  eventsPath,
  Health,
  healthPath,
  ServerEvent,
  webhookPaths,
} from '@salonback/shared/http/wire.ts'

// What /api/openapi.json says. Tests hold every real answer against `statusesOf`, so it cannot promise too little.

/** Any call may be refused for its host or origin (403, 421), find the database busy (503) or fail (500). */
const anywhere: ErrorCode[] = ['misdirected', 'forbidden', 'internal', 'unavailable']
const ofBody: ErrorCode[] = ['malformed', 'too_large', 'wrong_type', 'invalid']

/** Every status this call may be refused with. */
export function refusalsOf(row: AnyEndpoint): number[] {
  const isForm = row.access === 'public' && row.method === 'POST' && !row.path.startsWith('/api/admin/')
  const codes: ErrorCode[] = [
    ...anywhere,
    ...(row.access === 'staff' ? (['unauthenticated'] as const) : []),
    ...(isForm ? (['too_many'] as const) : []),
    ...(row.body ? ofBody : []),
    ...(row.params ? (['not_found', 'malformed'] as const) : []),
    ...(row.query ? (['invalid', 'malformed'] as const) : []),
    ...(row.idempotent ? (['invalid'] as const) : []),
    ...(row.errors ?? []),
  ]
  return [...new Set(codes.map((code) => statusOf[code]))].sort()
}

/** Every status this call may be answered with. Unchanged lists and entries are told by their ETag. */
export const statusesOf = (row: AnyEndpoint): number[] => [
  row.status ?? 200,
  ...(row.method === 'GET' ? [304] : []),
  ...refusalsOf(row),
]

const texts: Record<number, string> = {
  304: 'Not changed since the ETag given in If-None-Match',
  400: 'Malformed: no JSON, broken off, or with a character that cannot be stored',
  401: 'No session',
  403: 'The call came from another site, or its signature does not fit',
  404: 'Nothing has this name',
  409: 'What is asked for does not fit what is',
  413: 'The body is too large',
  415: 'The body is of another type',
  421: 'By a name of the server that is not its own',
  422: 'A well-formed call that breaks a rule; `fields` names the fields',
  429: 'Too many of these; Retry-After says how many seconds to wait',
  500: 'Something broke here; `requestId` finds it in the log',
  502: 'The carrier refused it, or nobody can tell yet whether it has it',
  503: 'Busy, starting or stopping; worth another try',
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const staff = { security: [{ session: [] }] }
const seconds = { schema: { type: 'integer' as const, minimum: 1 }, description: 'Seconds to wait' }

function rejections(statuses: number[]): RouteConfig['responses'] {
  const described = statuses.map((status) => [
    status,
    {
      description: texts[status] ?? 'Not done',
      content: json(ErrorBody),
      ...(status === 429 && { headers: { 'Retry-After': seconds } }),
    },
  ])
  return Object.fromEntries(described) as RouteConfig['responses']
}

/** The row as the document tells it. */
export function describeRow(app: OpenAPIHono, tag: string, name: string, row: AnyEndpoint): void {
  const body = row.documentedBody ?? row.body
  const key = z.string().max(200).optional().describe('The same key again gets the first answer')
  app.openAPIRegistry.registerPath(
    createRoute({
      method: row.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete',
      path: row.path,
      tags: [tag],
      operationId: `${tag}.${name}`,
      summary: row.summary,
      ...(row.access === 'staff' && staff),
      request: {
        ...(row.params && { params: row.params as z.ZodObject }),
        ...(row.query && { query: row.query as z.ZodObject }),
        ...(row.idempotent && { headers: z.object({ [idempotencyHeader]: key }) }),
        ...(body && { body: { required: true, content: json(body) } }),
      },
      responses: {
        [row.status ?? 200]: { description: 'Done', content: json(row.reply) },
        ...(row.method === 'GET' && { 304: { description: texts[304] ?? '' } }),
        ...rejections(refusalsOf(row)),
      },
    }),
  )
}

const errors = (...codes: ErrorCode[]) =>
  rejections([...new Set([...anywhere, ...codes].map((code) => statusOf[code]))].sort())

const form = (fields: Record<string, z.ZodType>) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: z.looseObject(fields) } },
})
const signed = z.object({ 'X-Twilio-Signature': z.string() })
const Sid = z.string().describe('`SM…` or `MM…`, which names the text for good')

/** The calls that no row describes: the upload, the stream of events, the carrier's webhooks, and health. */
const others: RouteConfig[] = [
  {
    method: 'post',
    path: uploads.imports.path,
    tags: ['imports'],
    operationId: 'imports.upload',
    summary: 'Import an export file, streamed; a file that breaks off leaves nothing behind',
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
          'A stream without end; the data of each event is this as JSON, and a comment is a heartbeat',
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
    summary: 'A text received, as Twilio tells it; told twice it changes nothing',
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
      200: { description: 'Taken', content: { 'text/xml': { schema: z.literal('<Response/>') } } },
      ...errors('malformed', 'too_large'),
    },
  },
  {
    method: 'post',
    path: webhookPaths.status,
    tags: ['webhooks'],
    operationId: 'webhooks.status',
    summary: 'What became of a text of ours; late, twice and out of order does no harm',
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
    responses: { 204: { description: 'Taken' }, ...errors('malformed', 'too_large') },
  },
  {
    method: 'get',
    path: healthPath,
    tags: ['health'],
    operationId: 'health.live',
    summary: 'Whether the process is alive, and which version of the calls it speaks',
    responses: { 200: { description: 'Alive', content: json(Health) } },
  },
]

/** Adds what no row describes; `cookie` is the session's name on this server. */
export function describeOthers(app: OpenAPIHono, cookie: string): void {
  for (const route of others) app.openAPIRegistry.registerPath(route)
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description: 'Set by auth.login: HttpOnly, idle for 12 hours, 30 days at most',
  })
}
