import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { API_VERSION, Health, healthPath } from '@salonback/shared/platform/http/wire.ts'
import type { ServerCheck } from '../bridge.ts'
import type { ServerRequest, ServerResponse } from './callServer.ts'
import { isPrivateNetwork } from './privateNetwork.ts'
import { readText } from './responses.ts'

const timeoutMs = 8000

/**
 * The origins to try for a typed address, in order; none if it is invalid. Without a scheme it is https. For this
 * computer and its private network http is tried first.
 */
export function originsOf(address: string): string[] {
  const typed = address.trim()
  if (typed === '' || /\s/.test(typed)) return []
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const origin = originOf(hasScheme ? typed : `https://${typed}`)
  if (!origin) return []
  if (hasScheme) return [origin]
  const http = originOf(`http://${typed}`)
  return http && isPrivateNetwork(new URL(http).hostname) ? [http, origin] : [origin]
}

function originOf(text: string): string | null {
  try {
    const url = new URL(text)
    const web = url.protocol === 'https:' || url.protocol === 'http:'
    return web && url.hostname !== '' && url.username === '' && url.password === '' ? url.origin : null
  } catch {
    return null
  }
}

type Send = (request: ServerRequest) => Promise<ServerResponse>

/** Whether a typed address is a Salonback server with a compatible API. Never throws. */
export async function checkServer(address: string, send: Send): Promise<ServerCheck> {
  let result: ServerCheck = { kind: 'invalid' }
  for (const origin of originsOf(address)) {
    result = await checkOrigin(origin, send)
    if (result.kind === 'found') return result
  }
  return result
}

async function checkOrigin(origin: string, send: Send): Promise<ServerCheck> {
  try {
    const response = await send({
      method: 'GET',
      url: `${origin}${healthPath}`,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return checkHealth(origin, response.status, await readText(response.body))
  } catch (error) {
    return { kind: failureKind(error) }
  }
}

function checkHealth(origin: string, status: number, body: string): ServerCheck {
  const health = status === 200 ? Health.safeParse(parseJson(body)) : null
  if (!health?.success) return { kind: 'not-ours' }
  const { api, version } = health.data
  if (api < API_VERSION) return { kind: 'too-old' }
  if (api > API_VERSION) return { kind: 'too-new' }
  return { kind: 'found', origin, encrypted: origin.startsWith('https:'), version }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Classifies Chromium's network errors: bad certificate or TLS, not an HTTP server we accept, or no answer. */
function failureKind(error: unknown): 'certificate' | 'not-ours' | 'unreachable' {
  const message = errorMessage(error)
  if (/ERR_(CERT|SSL|BAD_SSL)/.test(message)) return 'certificate'
  if (/ERR_(INVALID_HTTP_RESPONSE|UNEXPECTED_REDIRECT|EMPTY_RESPONSE)|redirect/i.test(message))
    return 'not-ours'
  return 'unreachable'
}
