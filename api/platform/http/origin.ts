import { isIP } from 'node:net'
import { healthPath } from '@salonback/shared/platform/http/wire.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '../../env.ts'
import type { PlatformContext } from '../context.ts'
import { AppError } from './errors.ts'

type OwnAddress = Pick<Env, 'PUBLIC_URL' | 'HOST'>
type Guards = { env: OwnAddress } & Pick<PlatformContext, 'rejections'>

/** Paths served under any host name: a health check may have only an IP address, and /metrics has its own guard. */
const ANY_HOST_PATHS = new Set([healthPath, '/readyz', '/metrics'])

/**
 * Rejects requests for a host that is not ours (421). For a browser, a page that points its own name at this machine
 * (DNS rebinding) has our origin; only the Host header shows the difference.
 */
export function hostAllowlist({ env, rejections }: Guards): MiddlewareHandler {
  return async (c, next) => {
    if (ANY_HOST_PATHS.has(c.req.path) || isOurHost(hostOf(c), env)) return next()
    rejections.record(c, 'host', { host: c.req.header('host') ?? '', publicUrl: env.PUBLIC_URL })
    throw new AppError(
      'misdirected',
      `This is not a host name of this server. Its address is ${env.PUBLIC_URL}`,
    )
  }
}

/** The requested host name without its port, as in a URL; null when malformed. */
function hostOf(c: Context): string | null {
  const host = c.req.header('host')
  return hostnameOf(host === undefined ? c.req.url : `http://${host}`)
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null
}

function isOurHost(name: string | null, env: OwnAddress): boolean {
  return name !== null && (isLocalHost(name, env) || name === hostnameOf(env.PUBLIC_URL))
}

/** Loopback names and the listening address, which no other site can have as its name. */
function isLocalHost(name: string, { HOST }: OwnAddress): boolean {
  if (isLoopback(name)) return true
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  return !everywhere && name === hostnameOf(`http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}`)
}

/** `localhost`, 127.0.0.0/8 and [::1], as a URL spells them. */
export const isLoopback = (name: string) =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name)

/** Whether the Host header is a loopback name. */
export const isLoopbackRequest = (c: Context) => isLoopback(hostOf(c) ?? '')

/**
 * Rejects requests from pages of other sites (CSRF): a browser sends Origin or Sec-Fetch-Site with every state-changing
 * request. Our origins are PUBLIC_URL and, on this machine, the requested address (localhost or 127.0.0.1). Pages of
 * sibling domains (`same-site`) are rejected as well.
 */
export function checkOrigin(c: Context, { env, rejections }: Guards): void {
  if (isOurOrigin(c, env)) return
  rejections.record(c, 'origin', { origin: c.req.header('origin') ?? c.req.header('sec-fetch-site') ?? '' })
  throw new AppError('forbidden', 'This call came from another site')
}

function isOurOrigin(c: Context, env: OwnAddress): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) {
    const site = c.req.header('sec-fetch-site')
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
    return reads || site === undefined || site === 'same-origin' || site === 'none'
  }
  if (origin === env.PUBLIC_URL) return true
  const host = c.req.header('host')
  // The server itself has only http; behind a TLS proxy the origin is PUBLIC_URL.
  return host !== undefined && origin === `http://${host.toLowerCase()}` && isLocalHost(hostOf(c) ?? '', env)
}
