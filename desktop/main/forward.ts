import { idempotencyHeader } from '@salonback/shared/http/endpoint.ts'
import { answerHeaders, bounded, statusWords } from './answer.ts'
import type { ServerAnswer, ServerCall } from './call.ts'
import { deviceIn, sessionIn } from './cookies.ts'
import type { Session } from './session.ts'

/** Request headers that are forwarded to the server. An allowlist, so that no other header of the page gets through. */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  idempotencyHeader.toLowerCase(),
  'if-none-match',
  'last-event-id',
  'cache-control',
]

export function requestHeaders(page: Headers, origin: string, cookie: string, agent: string) {
  const headers: Record<string, string> = { origin, 'user-agent': agent }
  for (const name of passedOn) {
    const value = page.get(name)
    if (value !== null) headers[name] = value
  }
  if (cookie) headers.cookie = cookie
  return headers
}

export interface ConnectionMonitor {
  lost(): void
  works(): void
}

interface Target {
  origin: string
  session: Session
  agent: string
  connection: ConnectionMonitor
  send: (call: ServerCall) => Promise<ServerAnswer>
}

const bodiless = new Set([204, 205, 304])
const loginPath = '/api/admin/login'
const logoutPath = '/api/admin/logout'

/** Answers one request of the page from the server: adds the session on the way out, keeps it on the way back. */
export async function forward(request: Request, target: Target): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const token = await target.session.token()
  // Without a session the answer is known: the login screen need not wait for a round trip.
  if (!token && pathname === '/api/admin/me') return notSignedIn()

  // The device cookie: without it an attack on the account would lock out this app, too.
  const device = pathname === loginPath ? await target.session.device() : null
  const cookie = [token, device].filter(Boolean).join('; ')
  let answer: ServerAnswer
  try {
    answer = await target.send({
      method: request.method,
      url: `${target.origin}${pathname}${search}`,
      headers: requestHeaders(request.headers, target.origin, cookie, target.agent),
      body: request.body ? pieces(request.body) : undefined,
    })
  } catch {
    target.connection.lost()
    return Response.error()
  }
  target.connection.works()
  await follow(pathname, answer, token, target.session)
  return pageAnswer(answer, request.headers)
}

/** The answer as the page gets it; one that no page can have (a status of no HTTP, say) is a failed connection. */
function pageAnswer({ status, statusText, headers, body }: ServerAnswer, asked: Headers): Response {
  if (status < 200 || status > 599) {
    void body.cancel()
    return Response.error()
  }
  return new Response(bodiless.has(status) ? null : bounded(body, asked), {
    status,
    statusText: statusWords(statusText),
    headers: answerHeaders(headers),
  })
}

/** Keeps the session in step with what the server just said about it. */
async function follow(pathname: string, answer: ServerAnswer, token: string | null, session: Session) {
  const cookies = answer.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)
  const device = deviceIn(cookies)
  if (device) await session.keepDevice(device)
  const said = sessionIn(cookies)
  if (said) return session.keep(said)
  const over = said === null || (pathname === logoutPath && answer.status < 300)
  const refused = answer.status === 401 && pathname !== loginPath
  // A late 401 for an older token must not end a session that began meanwhile.
  if (token && (over || refused) && (await session.token()) === token) await session.clear()
}

const notSignedIn = () => Response.json({ message: 'Not logged in' }, { status: 401 })

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
