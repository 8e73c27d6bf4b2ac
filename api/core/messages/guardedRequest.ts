import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { type GatedAgents, type GatedSocket, whenOpen } from './gatedSocket.ts'
import type { SendGuard } from './sendGuard.ts'

/** Not one byte of the request was written. */
export class UnsentError extends Error {
  override name = 'UnsentError'
  /** True when the send guard blocked it, false when there was no connection. */
  readonly blocked: boolean

  constructor(message: string, options: { blocked: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.blocked = options.blocked
  }
}

export interface GuardedRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Limit for connecting, and again for the response. */
  timeoutMs: number
  agents: GatedAgents
}

export interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

/** Maximum length of a response. */
const MAX_RESPONSE_LENGTH = 1_000_000
/** A kept-alive connection may have been closed by the carrier; then another one is tried. */
const TRIES = 3

/**
 * POSTs after a last look at the guard. By then the request is built and encrypted, and the write is all that is left.
 * Throws UnsentError when nothing was sent; after any other error the carrier may have processed the request.
 */
export async function guardedPost(request: GuardedRequest, guard: SendGuard): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const call = open(request)
    try {
      const socket = await prepared(call, request)
      do {
        if (!(await guard.check()))
          throw new UnsentError('The send guard blocked the text', { blocked: true })
        if (socket.readyState !== 'open') throw new Error('The carrier closed the connection')
      } while (!guard.isOpen())
      // Nothing may come between the look and the write: a suspension here sends the text late.
      socket.release()
    } catch (error) {
      call.destroy()
      if (error instanceof UnsentError) throw error
      if (call.reusedSocket && tries < TRIES) continue
      throw new UnsentError(errorMessage(error), { blocked: false, cause: error })
    }
    return answerTo(call, request.timeoutMs)
  }
}

function open({ url, headers, body, agents }: GuardedRequest): ClientRequest {
  const sized = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const options = { method: 'POST', headers: sized }
  const call = url.startsWith('https:')
    ? httpsRequest(url, { ...options, agent: agents.https })
    : httpRequest(url, { ...options, agent: agents.http })
  // Without a listener a socket error would end the process.
  call.on('error', () => undefined)
  return call
}

/** Resolves when the connection is open and the whole request, built and encrypted, is held back in it. */
function prepared(call: ClientRequest, { body, timeoutMs }: GuardedRequest): Promise<GatedSocket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('The carrier did not accept the connection')), timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    call.once('error', fail)
    call.once('close', () => fail(new Error('The carrier closed the connection')))
    call.once('socket', (socket) => {
      whenOpen(socket).then((gate) => {
        gate.hold(() => {
          clearTimeout(timer)
          resolve(gate)
        })
        call.end(body)
      }, fail)
    })
  })
}

function answerTo(call: ClientRequest, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // After a suspension of this process the timer fires before the buffered response is read: allow two turns.
      setImmediate(() => setImmediate(() => call.destroy(new Error('The carrier did not answer in time'))))
    }, timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    const onClose = () => fail(new Error('The carrier closed the connection'))
    call.once('error', fail)
    call.once('close', onClose)
    call.once('response', (response) => {
      // `close` can arrive with the last byte, before the body has been read.
      call.off('close', onClose)
      read(response).then((answer) => {
        clearTimeout(timer)
        resolve(answer)
      }, fail)
    })
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    pieces.push(piece as Buffer)
    length += (piece as Buffer).length
    if (length > MAX_RESPONSE_LENGTH) throw new Error('The response of the carrier is too long')
  }
  const { statusCode = 0, headers } = response
  return { statusCode, headers, body: Buffer.concat(pieces).toString('utf8') }
}
