import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../deps.ts'
import { ACCOUNT_SID } from '../testing/start.ts'

/** How the carrier handles one create call (the call that sends a text). */
export interface Plan {
  /** Whether the carrier accepts the text and delivers it to the handset. */
  accept: boolean
  /** `drop` closes the connection, `hang` never responds, `refuse` is a 400 with `code`. */
  answer: 'created' | 'drop' | 'hang' | 'busy' | 'error' | 'refuse'
  /** Delay between accepting the text and responding. */
  answerAfterMs: number
  code?: number
  receipts: PlannedReceipt[]
}

export interface PlannedReceipt {
  status: 'sent' | 'delivered' | 'undelivered' | 'failed'
  code?: number
  /** Delay after the text was accepted. Less than `answerAfterMs`: the receipt precedes the response to the create call. */
  afterMs: number
}

/** One create call. Times are `performance.now()`. */
export interface Call {
  /** Address of the sender. */
  from: string
  to: string
  body: string
  /** When the request was read completely. */
  at: number
  accepted: boolean
  answer: Plan['answer']
}

/** A text that the carrier accepted and its handset shows. */
export interface AcceptedText {
  sid: string
  /** Address of the sender. */
  from: string
  to: string
  body: string
  callback: string
  at: number
  createdAt: Date
  status: string
  errorCode: number | null
  /** Statuses whose receipt the service acknowledged with 2xx. */
  acknowledged: Set<string>
  /** Deleted by the service through the carrier's API. */
  deleted: boolean
}

/** A text from a handset to the service. */
export interface ReceivedText {
  sid: string
  phone: string
  /** Address of the sender that it was sent to. */
  to: string
  body: string
  receivedAt: Date
}

export interface ReceiptPost {
  text: AcceptedText
  status: string
  code: number | null
}

/** A text as the service wants it sent. */
export type TextToSend = Pick<Call, 'from' | 'to' | 'body'>

interface Options {
  /** Key and certificate in one text. The carrier then speaks HTTPS only. */
  pem?: string
  /** Unset: the system's. */
  clock?: Clock
  plan(text: TextToSend): Plan
  /** Posts one signed receipt; true if it was acknowledged. Otherwise the carrier tries again. */
  post(receipt: ReceiptPost): Promise<boolean>
  /** Texts to the service's senders, oldest first. The carrier lists them whether or not their webhook was acknowledged. */
  received?(): ReceivedText[]
  /** Whether this list or fetch call fails. */
  failsQuery?(query: { to: string | null }): boolean
  /** Called when a caller connects, and when the headers of a create call have arrived but its body is not read yet. */
  onCall?(caller: string): void
}

/** What the handlers of one carrier share. */
interface State {
  options: Options
  calls: Call[]
  accepted: Map<string, AcceptedText>
  /** Runs work in the background; `waitUntilIdle` waits for it. */
  track(work: Promise<unknown>): void
}

/**
 * A simulated carrier with Twilio's API that fails as planned and records what it accepted, for which number and when. It
 * runs in the suite's own process, so it survives when service processes are killed.
 */
export async function startCarrier(options: Options) {
  const pending = new Set<Promise<unknown>>()
  const servers: Server[] = []
  const track = (work: Promise<unknown>) => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  const state: State = { options, calls: [], accepted: new Map(), track }
  /** Opens a port for one caller, so that its calls can be distinguished. */
  const listenFor = async (caller: string) => {
    const server = await listen(state, caller)
    servers.push(server)
    return `${options.pem ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  return {
    /** For callers without a port of their own. */
    url: await listenFor('shared'),
    listenFor,
    calls: state.calls,
    accepted: state.accepted,
    /** Waits until no call is open and every receipt is acknowledged or given up. */
    async waitUntilIdle() {
      while (pending.size > 0) await Promise.all(pending)
    },
    async stop() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

export type Carrier = Awaited<ReturnType<typeof startCarrier>>

/**
 * A common value for a load balancer. Node's default of 5 s closes idle connections just as the next batch is sent, and the
 * outcome of those calls would be unknown.
 */
const KEEP_ALIVE_MS = 75_000

/** Together with their pauses about a minute, so that a receipt outlasts a restart of every server. */
const RECEIPT_TRIES = 16

async function listen(state: State, caller: string): Promise<Server> {
  const { pem } = state.options
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    state.track(handle(state, caller, request, response).catch(() => response.destroy()))
  }
  const server = pem ? createHttpsServer({ key: pem, cert: pem }, answer) : createServer(answer)
  // Over TLS this is before the handshake.
  server.on('connection', () => state.options.onCall?.(caller))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return server
}

async function handle(state: State, caller: string, request: IncomingMessage, response: ServerResponse) {
  const { options, accepted } = state
  const url = new URL(request.url ?? '/', 'http://carrier')
  if (request.method === 'POST' && url.pathname.endsWith('/Messages.json')) {
    options.onCall?.(caller)
    return create(state, request, response)
  }
  if (options.failsQuery?.({ to: url.searchParams.get('To') }))
    return respond(response, 503, { code: 20_503, message: 'Unavailable' })
  if (url.pathname.endsWith('/Messages.json')) return list(state, url, response)
  const sid = /Messages\/(\w+)\.json$/.exec(url.pathname)?.[1] ?? ''
  const text = accepted.get(sid)
  if (!text || text.deleted) return respond(response, 404, { code: 20_404, message: 'Not found' })
  if (request.method !== 'DELETE') return respond(response, 200, resource(text))
  text.deleted = true
  response.writeHead(204).end()
}

async function create(state: State, request: IncomingMessage, response: ServerResponse) {
  let form = ''
  for await (const chunk of request) form += String(chunk)
  const params = new URLSearchParams(form)
  const text = {
    from: params.get('From') ?? params.get('MessagingServiceSid') ?? '',
    to: params.get('To') ?? '',
    body: params.get('Body') ?? '',
  }
  const plan = state.options.plan(text)
  const call: Call = { ...text, at: performance.now(), accepted: plan.accept, answer: plan.answer }
  state.calls.push(call)
  const accepted = plan.accept ? acceptText(state, call, params.get('StatusCallback') ?? '') : null
  if (accepted) state.track(postReceipts(state, accepted, plan.receipts))
  if (plan.answerAfterMs > 0) await wait(plan.answerAfterMs)
  if (plan.answer === 'created' && accepted) return respond(response, 201, resource(accepted))
  if (plan.answer === 'busy') return respond(response, 429, { code: 20_429, message: 'Too Many Requests' })
  if (plan.answer === 'error') return respond(response, 500, { code: 20_500, message: 'Internal error' })
  if (plan.answer === 'refuse') return respond(response, 400, { code: plan.code, message: 'Refused' })
  if (plan.answer === 'hang')
    await new Promise<void>((resolve) => request.socket.once('close', () => resolve()))
  request.socket.destroy()
}

function acceptText(
  { options, accepted }: State,
  { from, to, body, at }: Call,
  callback: string,
): AcceptedText {
  const sid = `SM${randomBytes(16).toString('hex')}`
  const text: AcceptedText = {
    sid,
    from,
    to,
    body,
    callback,
    at,
    createdAt: options.clock?.() ?? new Date(),
    status: 'queued',
    errorCode: null,
    acknowledged: new Set(),
    deleted: false,
  }
  accepted.set(sid, text)
  return text
}

async function postReceipts({ options }: State, text: AcceptedText, receipts: PlannedReceipt[]) {
  await Promise.all(
    receipts.map(async ({ status, code, afterMs }) => {
      await wait(afterMs)
      // A final status stays, even when the receipt of `sent` is posted after it.
      if (status !== 'sent' || text.status === 'queued') {
        text.status = status
        text.errorCode = code ?? null
      }
      await postUntilAcknowledged(options, { text, status, code: code ?? null })
    }),
  )
}

async function postUntilAcknowledged({ post }: Options, receipt: ReceiptPost) {
  for (let tries = 0; tries < RECEIPT_TRIES; tries++) {
    if (await post(receipt).catch(() => false)) {
      receipt.text.acknowledged.add(receipt.status)
      return
    }
    await wait(Math.min(5000, 100 * 2 ** tries))
  }
}

/** Texts in both directions, newest first. A call that names `To` or `From` gets only the texts with this value. */
function list({ options, accepted }: State, url: URL, response: ServerResponse) {
  const [to, from] = [url.searchParams.get('To'), url.searchParams.get('From')]
  const isWanted = (text: { from: string; to: string }) =>
    (to === null || text.to === to) && (from === null || text.from === from)
  const inbound = (options.received?.() ?? [])
    .filter(({ phone, to: sender }) => isWanted({ from: phone, to: sender }))
    .map(inboundResource)
  const outbound = [...accepted.values()].filter((text) => !text.deleted && isWanted(text)).map(resource)
  const messages = [...inbound, ...outbound]
    .sort((a, b) => Date.parse(a.date_created) - Date.parse(b.date_created))
    .reverse()
  respond(response, 200, { messages, page: 0, page_size: 1000, next_page_uri: null, uri: url.pathname })
}

function respond(response: ServerResponse, status: number, body: object) {
  const text = JSON.stringify(status < 400 ? body : { ...body, status, more_info: '' })
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

const rfc2822 = (date: Date) => date.toUTCString().replace('GMT', '+0000')

function inboundResource({ sid, phone: from, to, body, receivedAt }: ReceivedText) {
  const text = { sid, from, to, body, status: 'received', errorCode: null, createdAt: receivedAt }
  return { ...resource(text), direction: 'inbound', date_sent: rfc2822(receivedAt) }
}

function resource({
  sid,
  from,
  to,
  body,
  status,
  errorCode,
  createdAt,
}: Pick<AcceptedText, 'sid' | 'from' | 'to' | 'body' | 'status' | 'errorCode' | 'createdAt'>) {
  return {
    sid,
    account_sid: ACCOUNT_SID,
    direction: 'outbound-api',
    from,
    to,
    body,
    status,
    num_segments: '1',
    num_media: '0',
    error_code: errorCode,
    error_message: null,
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(createdAt),
    date_sent: null,
    api_version: '2010-04-01',
    uri: `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${sid}.json`,
  }
}
