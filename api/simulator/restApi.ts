import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { statusOf } from '@salonback/shared/platform/http/errors.ts'
import { phoneTypeOf, toE164 } from '@salonback/shared/sms/phone.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { inTransaction } from '../platform/db/open.ts'
import { readBody } from '../platform/http/body.ts'
import { AppError } from '../platform/http/errors.ts'
import { accountApi } from './accountApi.ts'
import { type AppliedFault, type AppliedFaults, takeFaults } from './faults.ts'
import { mediaApi } from './mediaApi.ts'
import type { Network } from './network.ts'
import { priceOf } from './prices.ts'
import * as texts from './queries.ts'
import { planSteps } from './receipts.ts'

type Call = Context<{ Bindings: Partial<HttpBindings> }>

/** Becomes a response that the SDK turns into a RestException. */
class TwilioError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const base = '/2010-04-01/Accounts/:account'
const MAX_BODY = 1600
const MAX_PAGE = 1000

/** Twilio's Messages resource for SMS, with the same paths, parameters, responses and errors. */
export function restApi(network: Network): Hono<{ Bindings: Partial<HttpBindings> }> {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  app.onError((error, c) => {
    if (error instanceof AppError) return errorResponse(c, statusOf[error.code], 20_001, error.message)
    if (!(error instanceof TwilioError)) {
      network.log.error({ err: error }, 'simulated network failed')
      return errorResponse(c, 500, 20_500, 'An internal server error has occurred')
    }
    return errorResponse(c, error.status, error.code, error.message)
  })
  app.use('/2010-04-01/*', async (c, next) => {
    authenticate(c, network)
    await next()
  })
  app.use('/v1/*', async (c, next) => {
    authenticateKey(c, network)
    await next()
  })
  accountApi(app, network, (c) => notFound(c))
  mediaApi(app, network, (c) => notFound(c))
  app.post(`${base}/Messages.json`, (c) => create(c, network))
  app.get(`${base}/Messages.json`, (c) => list(c, network))
  app.get(`${base}/Messages/:file{[^/]+\\.json}`, async (c) =>
    c.json(resource(await findMessage(c, network), network)),
  )
  app.post(`${base}/Messages/:file{[^/]+\\.json}`, (c) => change(c, network))
  app.delete(`${base}/Messages/:file{[^/]+\\.json}`, async (c) => {
    const text = await findMessage(c, network)
    await texts.hideText(network.sql, text.sid)
    return c.body(null, 204)
  })
  return app
}

function errorResponse(c: Call, status: number, code: number, message: string): Response {
  const body = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
  return c.json(body, status as 400)
}

function authenticate(c: Call, network: Network) {
  authenticateKey(c, network)
  if (c.req.path.split('/')[3]?.replace(/\.json$/, '') !== network.accountSid) throw notFound(c)
}

function authenticateKey(c: Call, { accountSid, authToken }: Network) {
  const wanted = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  if (c.req.header('authorization') !== wanted) throw new TwilioError(401, 20_003, 'Authenticate')
}

const notFound = (c: Call) =>
  new TwilioError(404, 20_404, `The requested resource ${c.req.path} was not found`)

async function create(c: Call, network: Network): Promise<Response> {
  const form = new URLSearchParams(await readBody(c))
  const message = readMessage(form)
  const faults =
    network.faultsOf?.(message) ?? (await takeFaults(network.sql, message.handset, network.random))
  const rejection = faults.response && (await faultBeforeAccept(c, faults.response))
  if (rejection) return rejection
  const text = await accept(network, message, faults)
  network.receipts.pollNow()
  const failure = faults.response && (await faultAfterAccept(c, faults.response))
  return failure ?? c.json(resource(text, network), 201)
}

type NewMessage = {
  handset: string
  sender: string
  serviceSid: string | null
  body: string
  media: number
  statusCallback: string | null
  sendAt: Date | null
}

/** Validates parameters as Twilio does before it accepts a text. */
function readMessage(form: URLSearchParams): NewMessage {
  const to = form.get('To') ?? ''
  const serviceSid = form.get('MessagingServiceSid')
  const from = form.get('From')
  const body = form.get('Body') ?? ''
  const media = form.getAll('MediaUrl').length
  if (to === '') throw new TwilioError(400, 21_604, "A 'To' phone number is required.")
  if (!to.startsWith('+') || toE164(to) !== to) {
    throw new TwilioError(400, 21_211, `Invalid 'To' Phone Number: ${to.slice(0, 4)}XXXX`)
  }
  if (!from && !serviceSid) throw new TwilioError(400, 21_603, "A 'From' phone number is required.")
  if (from === to) throw new TwilioError(400, 21_266, "'To' and 'From' number cannot be the same")
  if (body === '' && media === 0) throw new TwilioError(400, 21_602, 'Message body is required.')
  if (body.length > MAX_BODY) {
    throw new TwilioError(400, 21_617, 'The concatenated message body exceeds the 1600 character limit.')
  }
  const kind = phoneTypeOf(to)
  if (kind === 'landline' || kind === 'other') {
    throw new TwilioError(400, 21_614, "'To' number is not a valid mobile number")
  }
  const sendAt = form.get('SendAt')
  return {
    handset: to,
    sender: from ?? '',
    serviceSid,
    body,
    media,
    statusCallback: form.get('StatusCallback'),
    sendAt: sendAt && form.get('ScheduleType') === 'fixed' && serviceSid ? new Date(sendAt) : null,
  }
}

async function accept(network: Network, message: NewMessage, faults: AppliedFaults): Promise<texts.Text> {
  const { handset, serviceSid, body, media, statusCallback, sendAt } = message
  const sender = message.sender || network.sender
  const at = network.clock()
  return inTransaction(network.sql, async (sql) => {
    if (await texts.isBlocked(sql, handset, serviceSid ?? sender)) {
      throw new TwilioError(400, 21_610, 'Attempt to send to unsubscribed recipient')
    }
    const text = await texts.addText(sql, {
      direction: 'out',
      handset,
      sender,
      serviceSid,
      body,
      numMedia: media,
      numSegments: Math.max(1, segments(body).segments),
      status: sendAt ? 'scheduled' : serviceSid ? 'accepted' : 'queued',
      statusCallback,
      at,
    })
    await planSteps(sql, text, faults.receipts, sendAt ?? at)
    return text
  })
}

/** The response of a fault that prevents accepting the text; null for other faults. */
async function faultBeforeAccept(c: Call, fault: AppliedFault): Promise<Response | null> {
  if (fault.ms && fault.kind !== 'delay') await wait(fault.ms)
  switch (fault.kind) {
    case 'refuse':
      throw new TwilioError(400, fault.code ?? 21_211, `Injected fault: code ${fault.code ?? 21_211}`)
    case 'unauthorized':
      throw new TwilioError(401, 20_003, 'Authenticate')
    case 'busy':
      c.header('Retry-After', '1')
      return errorResponse(c, 429, 20_429, 'Too Many Requests')
    case 'error':
      return c.html('<html><body><h1>503 Service Unavailable</h1></body></html>', 503)
    case 'drop':
      return hangUp(c)
    case 'hang':
      return hang(c)
    default:
      return null
  }
}

/** The response of a fault after the text was accepted; null for the normal response. */
async function faultAfterAccept(c: Call, fault: AppliedFault): Promise<Response | null> {
  if (fault.kind === 'accept_drop') return hangUp(c)
  if (fault.kind === 'accept_error') return c.html('<html><body><h1>500</h1></body></html>', 500)
  if (fault.kind === 'delay') await wait(fault.ms ?? 1000)
  return null
}

/** Closes the connection without a response. */
function hangUp(c: Call): Response {
  c.env.incoming?.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Sends no response until the client disconnects. */
async function hang(c: Call): Promise<Response> {
  const { incoming } = c.env
  if (incoming) await new Promise<void>((resolve) => incoming.socket.once('close', () => resolve()))
  return RESPONSE_ALREADY_SENT
}

async function list(c: Call, network: Network): Promise<Response> {
  const query = c.req.query()
  const size = Math.min(MAX_PAGE, Math.max(1, Number(query.PageSize) || 50))
  const found = await texts.listTexts(network.sql, {
    to: query.To,
    from: query.From,
    day: { on: query.DateSent, until: query['DateSent<'], since: query['DateSent>'] },
    before: query.PageToken?.slice(2),
    limit: size + 1,
  })
  const shown = found.slice(0, size)
  const page = Number(query.Page) || 0
  const pageUri = (params: Record<string, string>) =>
    `${c.req.path}?${new URLSearchParams({ ...query, PageSize: String(size), ...params })}`
  const last = shown.at(-1)
  return c.json({
    messages: shown.map((text) => resource(text, network)),
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(0, shown.length - 1),
    uri: pageUri({ Page: String(page) }),
    first_page_uri: pageUri({ Page: '0', PageToken: '' }),
    previous_page_uri: null,
    next_page_uri:
      last && found.length > size ? pageUri({ Page: String(page + 1), PageToken: `PA${last.sid}` }) : null,
  })
}

async function findMessage(c: Call, { sql }: Network): Promise<texts.Text> {
  const sid = (c.req.param('file') ?? '').replace(/\.json$/, '')
  const text = await texts.findText(sql, sid)
  if (!text) throw notFound(c)
  return text
}

async function change(c: Call, network: Network): Promise<Response> {
  const text = await findMessage(c, network)
  const form = new URLSearchParams(await readBody(c))
  if (form.get('Status') === 'canceled') {
    const done = await texts.cancelText(network.sql, text.sid, network.clock())
    if (!done) throw new TwilioError(400, 30_409, 'The message can no longer be canceled')
  } else if (form.get('Body') === '') {
    await texts.redactText(network.sql, text.sid, network.clock())
  } else {
    throw new TwilioError(400, 20_001, 'Only an empty Body or Status=canceled can be set')
  }
  return c.json(resource(await findMessage(c, network), network))
}

/** Twilio's date format: RFC 2822 with a numeric zone. */
const rfc2822 = (date: Date | null) => date?.toUTCString().replace('GMT', '+0000') ?? null

function resource(text: texts.Text, { accountSid }: Network) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}`
  const out = text.direction === 'out'
  const waiting = text.status === 'accepted' || text.status === 'scheduled'
  return {
    sid: text.sid,
    account_sid: accountSid,
    messaging_service_sid: text.serviceSid,
    direction: out ? 'outbound-api' : 'inbound',
    from: out ? (waiting && text.serviceSid ? null : text.sender) : text.handset,
    to: out ? text.handset : text.sender,
    body: text.body,
    status: text.status,
    num_segments: waiting ? '0' : String(text.numSegments),
    num_media: String(text.numMedia),
    price: priceOf(text),
    price_unit: 'USD',
    error_code: text.errorCode,
    error_message: null,
    date_created: rfc2822(text.createdAt),
    date_updated: rfc2822(text.updatedAt),
    date_sent: rfc2822(text.sentAt),
    api_version: '2010-04-01',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}
