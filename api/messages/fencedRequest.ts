import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Fence } from './fence.ts'

/** The request never left: not one byte of it was written. */
export class Unwritten extends Error {
  override name = 'Unwritten'
  /** True when the fence refused it, false when no connection could be made. */
  readonly held: boolean

  constructor(message: string, options: { held: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.held = options.held
  }
}

export interface FencedRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** For the connection, and once more for the answer. */
  timeoutMs: number
  agents: { http: HttpAgent; https: HttpsAgent }
}

export interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

/** No answer of a carrier about one text is longer. */
const MAX_ANSWER_LENGTH = 1_000_000
/** A kept connection may have been closed by the other side meanwhile; then the next one is tried. */
const TRIES = 3

/**
 * POSTs after a last check of the fence, made when the connection is open and nothing is written yet. Throws Unwritten
 * when nothing was sent; after any other error the request may have been processed.
 */
export async function fencedPost(request: FencedRequest, fence: Fence): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const call = open(request)
    try {
      const socket = await connected(call, request.timeoutMs)
      while (!fence.isOpen()) {
        if (!(await fence.check())) throw new Unwritten('It may not leave any more', { held: true })
        if (socket.destroyed) throw new Error('The carrier closed the connection')
      }
    } catch (error) {
      call.destroy()
      if (error instanceof Unwritten) throw error
      if (call.reusedSocket && tries < TRIES) continue
      throw new Unwritten(wordsOf(error), { held: false, cause: error })
    }
    // Must follow the fence's answer in the same turn: after an await a STOP could have been acknowledged.
    return exchange(call, request)
  }
}

const wordsOf = (error: unknown) =>
  error instanceof Error ? error.message : 'The carrier could not be reached'

function open({ url, headers, body, agents }: FencedRequest): ClientRequest {
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
  }
  const call = url.startsWith('https:')
    ? httpsRequest(url, { ...options, agent: agents.https })
    : httpRequest(url, { ...options, agent: agents.http })
  // Without this listener a socket error between two awaits would end the process.
  call.on('error', () => undefined)
  return call
}

/** Sockets that have completed their connect; a kept-alive one emits no second connect event to wait for. */
const ready = new WeakSet<Socket>()

/** The call's connection once it is made, with TLS where there is TLS; nothing has been written to it. */
function connected(call: ClientRequest, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The carrier did not take the connection')), timeoutMs)
    const done = (end: () => void) => () => {
      clearTimeout(timer)
      end()
    }
    call.once('error', (error) => done(() => reject(error))())
    call.once(
      'close',
      done(() => reject(new Error('The carrier closed the connection'))),
    )
    call.once('socket', (socket) => {
      const use = done(() => {
        ready.add(socket)
        resolve(socket)
      })
      if (ready.has(socket)) use()
      else if ('encrypted' in socket) socket.once('secureConnect', use)
      else if (socket.connecting) socket.once('connect', use)
      else use()
    })
  })
}

function exchange(call: ClientRequest, { body, timeoutMs }: FencedRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // After a stop of this process the timeout fires before the buffered answer is read: two turns to read it.
      setImmediate(() => setImmediate(() => call.destroy(new Error('The carrier did not answer in time'))))
    }, timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    const hungUp = () => fail(new Error('The carrier hung up'))
    call.once('error', fail)
    call.once('close', hungUp)
    call.once('response', (response) => {
      // On a kept-alive connection `close` can come with the last byte, before the body has been read.
      call.off('close', hungUp)
      read(response).then((answer) => {
        clearTimeout(timer)
        resolve(answer)
      }, fail)
    })
    call.end(body)
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    pieces.push(piece as Buffer)
    length += (piece as Buffer).length
    if (length > MAX_ANSWER_LENGTH) throw new Error('The carrier answered at too great length')
  }
  return {
    statusCode: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(pieces).toString('utf8'),
  }
}
