import { idempotencyHeader, undoKeyHeader } from '@salonback/shared/platform/http/endpoint.ts'
import type { ServerRequest, ServerResponse } from './callServer.ts'
import { deviceIn, sessionIn } from './cookies.ts'
import { limitBody, responseHeaders, safeStatusText } from './responses.ts'
import type { Session } from './session.ts'

/** Request headers that are forwarded to the server. An allowlist, so that no other header of the page gets through. */
const forwardedHeaders = [
  'accept',
  'accept-language',
  'content-type',
  idempotencyHeader.toLowerCase(),
  undoKeyHeader.toLowerCase(),
  'if-none-match',
  'last-event-id',
  'cache-control',
]

export function requestHeaders(page: Headers, origin: string, cookie: string, agent: string) {
  const headers: Record<string, string> = { origin, 'user-agent': agent }
  for (const name of forwardedHeaders) {
    const value = page.get(name)
    if (value !== null) headers[name] = value
  }
  if (cookie) headers.cookie = cookie
  return headers
}

export interface ConnectionMonitor {
  failed(): void
  succeeded(): void
}

interface Target {
  origin: string
  session: Session
  agent: string
  connection: ConnectionMonitor
  send: (request: ServerRequest) => Promise<ServerResponse>
}

const bodilessStatuses = new Set([204, 205, 304])
const loginPath = '/api/admin/login'
const logoutPath = '/api/admin/logout'

/** Forwards one request of the page to the server. Adds the session cookie and stores the one that comes back. */
export async function forward(request: Request, target: Target): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const token = await target.session.token()
  // Without a session the reply is known, so the login screen does not wait for the server.
  if (!token && pathname === '/api/admin/me') return notLoggedIn()

  // Without the device cookie, an attack on the account would lock out this app too.
  const device = pathname === loginPath ? await target.session.device() : null
  const cookie = [token, device].filter(Boolean).join('; ')
  let response: ServerResponse
  try {
    response = await target.send({
      method: request.method,
      url: `${target.origin}${pathname}${search}`,
      headers: requestHeaders(request.headers, target.origin, cookie, target.agent),
      body: request.body ? chunksOf(request.body) : undefined,
    })
  } catch {
    target.connection.failed()
    return Response.error()
  }
  target.connection.succeeded()
  await updateSession(pathname, response, token, target.session)
  return toPageResponse(response, request.headers)
}

/** A status outside 200 to 599 cannot be a Response and becomes a network error. */
function toPageResponse({ status, statusText, headers, body }: ServerResponse, asked: Headers): Response {
  if (status < 200 || status > 599) {
    void body.cancel()
    return Response.error()
  }
  return new Response(bodilessStatuses.has(status) ? null : limitBody(body, asked), {
    status,
    statusText: safeStatusText(statusText),
    headers: responseHeaders(headers),
  })
}

/** Stores a new session or device cookie, and deletes the session when the server ended it. */
async function updateSession(
  pathname: string,
  response: ServerResponse,
  token: string | null,
  session: Session,
) {
  const cookies = response.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)
  const device = deviceIn(cookies)
  if (device) await session.saveDevice(device)
  const newToken = sessionIn(cookies)
  if (newToken) return session.save(newToken)
  const ended = newToken === null || (pathname === logoutPath && response.status < 300)
  const rejected = response.status === 401 && pathname !== loginPath
  // A late 401 for an older token must not delete a newer session.
  if (token && (ended || rejected) && (await session.token()) === token) await session.clear()
}

const notLoggedIn = () => Response.json({ message: 'Not logged in' }, { status: 401 })

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
