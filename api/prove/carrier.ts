import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ACCOUNT_SID, SENDER } from '../testing/start.ts'

/** What the carrier does with one create call. */
export interface Plan {
  /** Whether the text is taken and reaches its handset. */
  accept: boolean
  answer: 'created' | 'drop' | 'hang' | 'busy' | 'error' | 'refuse'
  /** Between taking the text and answering. */
  answerAfterMs: number
  /** Of `refuse`. */
  code?: number
  receipts: PlannedReceipt[]
}

export interface PlannedReceipt {
  status: 'sent' | 'delivered' | 'undelivered' | 'failed'
  code?: number
  /** After the text was taken: less than `answerAfterMs` comes before our own call returns. */
  afterMs: number
}

/** One create call as the carrier saw it. Times are `performance.now()`. */
export interface Call {
  to: string
  body: string
  /** When the last byte of the request was read. */
  at: number
  accepted: boolean
  answer: Plan['answer']
}

/** A text the carrier took: what a handset shows. */
export interface Taken {
  sid: string
  to: string
  body: string
  callback: string
  at: number
  createdAt: Date
  status: string
  errorCode: number | null
  /** The last status whose receipt the service acknowledged with 2xx. */
  acknowledged: Set<string>
  forgotten: boolean
}

/** A text somebody sent us, as the carrier received it. */
export interface Received {
  sid: string
  phone: string
  body: string
  receivedAt: Date
}

export interface ReceiptPost {
  taken: Taken
  status: string
  code: number | null
}

interface Options {
  plan(text: { to: string; body: string; caller: string }): Plan
  /** Posts one signed receipt; true when it was acknowledged. The carrier tries an unacknowledged one again. */
  post(receipt: ReceiptPost): Promise<boolean>
  /** What our number received, oldest first; listed whether or not its webhook was answered. */
  received?(): Received[]
  /** The carrier's clock, for suites that set the service's. */
  clock?(): Date
  /** Whether this list or fetch call fails. */
  failsQuery?(about: { to: string | null }): boolean
  /** Called when somebody connects, and when a create call's headers are there and its body is not read yet. */
  onCall?(caller: string): void
}

/**
 * A carrier with Twilio's API that fails as planned and records what it accepted, for whom and when. It runs in the
 * proof's process, so that only the service is ever killed.
 */
export async function startCarrier(options: Options) {
  const calls: Call[] = []
  const taken = new Map<string, Taken>()
  const underWay = new Set<Promise<unknown>>()
  const servers: Server[] = []
  /** An address of its own for each caller, so that calls can be attributed. */
  async function listenFor(caller: string): Promise<string> {
    const server = createServer((request, response) => {
      background(handle(caller, request, response).catch(() => response.destroy()))
    })
    server.on('connection', () => options.onCall?.(caller))
    // Node's default of 5 s closes idle connections just as the next batch is sent; those calls would be ambiguous.
    server.keepAliveTimeout = KEPT_MS
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await new Promise<void>((resolve) => server.once('listening', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const background = (work: Promise<unknown>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  async function handle(caller: string, request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://carrier')
    if (request.method === 'POST' && url.pathname.endsWith('/Messages.json'))
      return create(caller, request, response)
    if (options.failsQuery?.({ to: url.searchParams.get('To') }))
      return reply(response, 503, { code: 20_503, message: 'Unavailable' })
    if (url.pathname.endsWith('/Messages.json')) return list(url, response)
    const sid = /Messages\/(\w+)\.json$/.exec(url.pathname)?.[1] ?? ''
    const text = taken.get(sid)
    if (!text || text.forgotten) return reply(response, 404, { code: 20_404, message: 'Not found' })
    if (request.method !== 'DELETE') return reply(response, 200, resource(text))
    text.forgotten = true
    response.writeHead(204).end()
  }

  async function create(caller: string, request: IncomingMessage, response: ServerResponse) {
    options.onCall?.(caller)
    let form = ''
    for await (const piece of request) form += String(piece)
    const params = new URLSearchParams(form)
    const to = params.get('To') ?? ''
    const body = params.get('Body') ?? ''
    const plan = options.plan({ to, body, caller })
    const call: Call = { to, body, at: performance.now(), accepted: plan.accept, answer: plan.answer }
    calls.push(call)
    const text = plan.accept ? take(call, params.get('StatusCallback') ?? '') : null
    if (text) background(report(text, plan.receipts))
    if (plan.answerAfterMs > 0) await wait(plan.answerAfterMs)
    if (plan.answer === 'created' && text) return reply(response, 201, resource(text))
    if (plan.answer === 'busy') return reply(response, 429, { code: 20_429, message: 'Too Many Requests' })
    if (plan.answer === 'error') return reply(response, 500, { code: 20_500, message: 'Broken' })
    if (plan.answer === 'refuse') return reply(response, 400, { code: plan.code, message: 'Refused' })
    if (plan.answer === 'hang')
      await new Promise<void>((resolve) => request.socket.once('close', () => resolve()))
    request.socket.destroy()
  }

  function take({ to, body, at }: Call, callback: string): Taken {
    const sid = `SM${randomBytes(16).toString('hex')}`
    const text: Taken = {
      sid,
      to,
      body,
      callback,
      at,
      createdAt: options.clock?.() ?? new Date(),
      status: 'queued',
      errorCode: null,
      acknowledged: new Set(),
      forgotten: false,
    }
    taken.set(sid, text)
    return text
  }

  async function report(text: Taken, receipts: PlannedReceipt[]) {
    await Promise.all(
      receipts.map(async ({ status, code, afterMs }) => {
        await wait(afterMs)
        // A final word stands; `sent` may be told after it when receipts come in the wrong order.
        if (status !== 'sent' || text.status === 'queued') {
          text.status = status
          text.errorCode = code ?? null
        }
        await postUntilTaken({ taken: text, status, code: code ?? null })
      }),
    )
  }

  async function postUntilTaken(receipt: ReceiptPost) {
    for (let tries = 0; tries < RECEIPT_TRIES; tries++) {
      if (await options.post(receipt).catch(() => false)) {
        receipt.taken.acknowledged.add(receipt.status)
        return
      }
      await wait(Math.min(5000, 100 * 2 ** tries))
    }
  }

  function list(url: URL, response: ServerResponse) {
    const to = url.searchParams.get('To')
    if (to === SENDER) {
      const messages = (options.received?.() ?? []).map(inbound).reverse()
      return reply(response, 200, {
        messages,
        page: 0,
        page_size: 1000,
        next_page_uri: null,
        uri: url.pathname,
      })
    }
    const found = [...taken.values()].filter((text) => !text.forgotten && (to === null || text.to === to))
    const messages = found.reverse().slice(0, 1000).map(resource)
    reply(response, 200, { messages, page: 0, page_size: 1000, next_page_uri: null, uri: url.pathname })
  }

  return {
    /** For callers that need no address of their own. */
    url: await listenFor('anybody'),
    listenFor,
    calls,
    taken,
    /** Posts a receipt out of turn. */
    post: options.post,
    /** Waits until no call is open and every receipt is told or given up. */
    async quiet() {
      while (underWay.size > 0) await Promise.all(underWay)
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

/** As common front ends keep an idle connection. */
const KEPT_MS = 75_000

/** With their pauses about a minute: a receipt outlives a restart of every server. */
const RECEIPT_TRIES = 16

function reply(response: ServerResponse, status: number, body: object) {
  const text = JSON.stringify(status < 400 ? body : { ...body, status, more_info: '' })
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

const rfc2822 = (date: Date) => date.toUTCString().replace('GMT', '+0000')

function inbound({ sid, phone, body, receivedAt }: Received) {
  const at = receivedAt
  const text = { sid, to: SENDER, body, status: 'received', errorCode: null, createdAt: at }
  return { ...resource(text), direction: 'inbound', from: phone, date_sent: rfc2822(at) }
}

function resource({
  sid,
  to,
  body,
  status,
  errorCode,
  createdAt,
}: Pick<Taken, 'sid' | 'to' | 'body' | 'status' | 'errorCode' | 'createdAt'>) {
  return {
    sid,
    account_sid: ACCOUNT_SID,
    direction: 'outbound-api',
    from: null,
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
