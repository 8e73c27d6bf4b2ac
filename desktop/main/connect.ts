import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { API_VERSION, Health, healthPath } from '@salonback/shared/http/wire.ts'
import type { ServerCheck } from '../bridge.ts'
import { textOf } from './answer.ts'
import type { ServerAnswer, ServerCall } from './call.ts'
import { isNear } from './near.ts'

const patienceMs = 8000

/**
 * Origins a typed address may mean, likeliest first; empty when it is none. Without a scheme it is https, unless the
 * name can only be this computer or its own network.
 */
export function originsOf(address: string): string[] {
  const typed = address.trim()
  if (typed === '' || /\s/.test(typed)) return []
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const origin = originOf(schemed ? typed : `https://${typed}`)
  if (!origin) return []
  if (schemed) return [origin]
  const plain = originOf(`http://${typed}`)
  return plain && isNear(new URL(plain).hostname) ? [plain, origin] : [origin]
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

type Send = (call: ServerCall) => Promise<ServerAnswer>

/** Asks an address whether it is a server of ours that we can talk to. Never throws. */
export async function checkServer(address: string, send: Send): Promise<ServerCheck> {
  const origins = originsOf(address)
  let result: ServerCheck = { kind: 'invalid' }
  for (const origin of origins) {
    result = await checkOrigin(origin, send)
    if (result.kind === 'found') return result
  }
  return result
}

async function checkOrigin(origin: string, send: Send): Promise<ServerCheck> {
  try {
    const answer = await send({
      method: 'GET',
      url: `${origin}${healthPath}`,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    return read(origin, answer.status, await textOf(answer.body))
  } catch (error) {
    return { kind: failureOf(error) }
  }
}

function read(origin: string, status: number, body: string): ServerCheck {
  const health = status === 200 ? Health.safeParse(parse(body)) : null
  if (!health?.success) return { kind: 'not-ours' }
  const { api, version } = health.data
  if (api < API_VERSION) return { kind: 'too-old' }
  if (api > API_VERSION) return { kind: 'too-new' }
  return { kind: 'found', origin, encrypted: origin.startsWith('https:'), version }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Chromium's error names of certificate and TLS failures: a server answers, but cannot be trusted. */
function failureOf(error: unknown): 'certificate' | 'not-ours' | 'unreachable' {
  const message = errorMessage(error)
  if (/ERR_(CERT|SSL|BAD_SSL)/.test(message)) return 'certificate'
  if (/ERR_(INVALID_HTTP_RESPONSE|UNEXPECTED_REDIRECT|EMPTY_RESPONSE)|redirect/i.test(message))
    return 'not-ours'
  return 'unreachable'
}
