import { type LookupAddress, lookup as resolve } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicTarget } from './publicTarget.ts'

/** The answer of a receiver. `status` is null if there was none. */
export interface Answer {
  status: number | null
  /** The beginning of the body, or why there is no answer. */
  text: string
  /** The header `Retry-After`. */
  retryAfter?: string | undefined
}

/** Sends events to receivers. Never throws. */
export interface Post {
  /** Why events cannot be sent to this URL; null if they can. Does not resolve its host name. */
  problemWith(url: string): string | null
  send(url: string, body: string, headers: Record<string, string>): Promise<Answer>
}

interface CreatePost {
  /** In tests: receivers on this machine, without TLS. */
  anyAddress?: boolean
  /** From the start of the request to the status of the answer. */
  timeoutMs?: number
  resolve?: typeof resolve
}

const MAX_ANSWER = 2000
/** How long the body of an answer is read. The status has arrived by then, and only it counts. */
const BODY_MS = 1000

/** The only place that connects to receivers. */
export function createPost({
  anyAddress = false,
  timeoutMs = 10_000,
  resolve: resolveName = resolve,
}: CreatePost = {}): Post {
  const mayReach = (address: string) => anyAddress || isPublicTarget(address)
  const problemWith = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || (url.protocol !== 'https:' && !(anyAddress && url.protocol === 'http:')))
      return 'Please enter an address that begins with https://'
    if (url.username || url.password) return 'Please leave the password out: lists show the address'
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
    if (isIP(host) !== 0 && !mayReach(host)) return PRIVATE
    const isLocalName = !host.includes('.') || /\.(localhost|local|internal)$/.test(host)
    return isIP(host) === 0 && isLocalName && !anyAddress ? PRIVATE : null
  }
  // Runs for each connection: a host name may change its address between check and connect.
  const lookup: LookupFunction = (host, options, done) =>
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const foreign = (addresses as LookupAddress[]).filter(({ address }) => !mayReach(address))
      if (foreign.length > 0 || addresses.length === 0) return done(new Error(PRIVATE), [])
      const [first] = addresses as LookupAddress[]
      return options.all
        ? done(null, addresses as LookupAddress[])
        : done(null, first?.address ?? '', first?.family)
    })
  return {
    problemWith,
    send: async (url, body, headers) => {
      const problem = problemWith(url)
      if (problem) return { status: null, text: problem }
      return exchange(url, { body, headers, lookup, timeoutMs })
    },
  }
}

const PRIVATE = 'This address is on a private network'

interface Exchange {
  body: string
  headers: Record<string, string>
  lookup: LookupFunction
  timeoutMs: number
}

function exchange(url: string, { body, headers, lookup, timeoutMs }: Exchange): Promise<Answer> {
  return new Promise((done) => {
    const send = url.startsWith('http:') ? httpRequest : httpsRequest
    // A new connection for each event: a connection that stays open would skip the lookup.
    const options = {
      method: 'POST',
      agent: false,
      lookup,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    const request = send(url, options)
    const finish = (answer: Answer) => {
      clearTimeout(timer)
      done(answer)
      request.destroy()
    }
    const timer = setTimeout(
      () => finish({ status: null, text: `No complete answer within ${timeoutMs / 1000} s` }),
      timeoutMs,
    )
    request.on('error', (error: Error & { code?: string }) =>
      finish({ status: null, text: error.code ? `${error.code}: ${error.message}` : error.message }),
    )
    request.on('response', (response) => {
      clearTimeout(timer)
      collect(response, finish)
    })
    request.end(body)
  })
}

/** Reads the beginning of the body. Only the status counts, so a body that stays open or breaks off changes nothing. */
function collect(response: IncomingMessage, finish: (answer: Answer) => void) {
  const status = response.statusCode ?? 0
  const pieces: Buffer[] = []
  let size = 0
  const end = () => {
    clearTimeout(timer)
    const text = Buffer.concat(pieces).toString('utf8').slice(0, MAX_ANSWER).replaceAll('\0', '')
    finish({ status, text, retryAfter: response.headers['retry-after'] })
  }
  const timer = setTimeout(end, BODY_MS)
  response.on('data', (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (size >= MAX_ANSWER) end()
  })
  for (const last of ['end', 'error', 'aborted', 'close']) response.on(last, end)
}
