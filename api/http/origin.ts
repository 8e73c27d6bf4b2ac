import { isIP } from 'node:net'
import { healthPath } from '@salonback/shared/http/wire.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { AppError } from './errors.ts'

type Ours = Pick<Env, 'PUBLIC_URL' | 'HOST'>
type Guards = { env: Ours } & Pick<Deps, 'rejections'>

/** Paths served under any host name: a health check may know only an address, and /metrics has a guard of its own. */
const ANY_HOST_PATHS = new Set([healthPath, '/readyz', '/metrics'])

/**
 * Refuses requests for a host that is not ours (421). A page that points its own name at this machine (DNS rebinding)
 * has the same origin as we for the browser; only the Host header shows it.
 */
export function hostAllowlist({ env, rejections }: Guards): MiddlewareHandler {
  return async (c, next) => {
    if (ANY_HOST_PATHS.has(c.req.path) || isOurHost(hostOf(c), env)) return next()
    rejections.record(c, 'host', { host: c.req.header('host') ?? '', publicUrl: env.PUBLIC_URL })
    throw new AppError(
      'misdirected',
      `This server does not answer to that name. Its address is ${env.PUBLIC_URL}`,
    )
  }
}

/** The name that was asked for, without its port, as addresses are written in a URL; null for none. */
function hostOf(c: Context): string | null {
  const host = c.req.header('host')
  return hostnameOf(host === undefined ? c.req.url : `http://${host}`)
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null
}

function isOurHost(name: string | null, env: Ours): boolean {
  return name !== null && (isLocalHost(name, env) || name === hostnameOf(env.PUBLIC_URL))
}

/** Names of this machine, and the address it listens at: no foreign name resolves a page to these. */
function isLocalHost(name: string, { HOST }: Ours): boolean {
  if (isLoopback(name)) return true
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  return !everywhere && name === hostnameOf(`http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}`)
}

/** `localhost`, 127.0.0.0/8 and [::1], as a URL spells them. */
export const isLoopback = (name: string) =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name)

/** Whether the Host header is a name of this machine. */
export const isLoopbackRequest = (c: Context) => isLoopback(hostOf(c) ?? '')

/**
 * Refuses calls from other sites' pages (CSRF): a browser sends Origin or Sec-Fetch-Site with each state-changing call.
 * Ours is the public origin and, on this machine, the address that was asked (localhost or 127.0.0.1). A page of a
 * sister domain (`same-site`) is refused, too.
 */
export function checkOrigin(c: Context, { env, rejections }: Guards): void {
  if (isOurOrigin(c, env)) return
  rejections.record(c, 'origin', { origin: c.req.header('origin') ?? c.req.header('sec-fetch-site') ?? '' })
  throw new AppError('forbidden', 'This call came from another site')
}

function isOurOrigin(c: Context, env: Ours): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) {
    const site = c.req.header('sec-fetch-site')
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
    return reads || site === undefined || site === 'same-origin' || site === 'none'
  }
  if (origin === env.PUBLIC_URL) return true
  const host = c.req.header('host')
  // The server itself speaks http only; behind a TLS proxy the origin is the public one.
  return host !== undefined && origin === `http://${host.toLowerCase()}` && isLocalHost(hostOf(c) ?? '', env)
}
