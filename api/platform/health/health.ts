import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenAPIHono, z } from '@hono/zod-openapi'
import { API_VERSION, type Health, healthPath } from '@salonback/shared/platform/http/wire.ts'
import type { Context, MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Env } from '../../env.ts'
import type { PlatformContext } from '../context.ts'
import type { Sql } from '../db/open.ts'
import { findStorageFault } from '../db/storageFault.ts'
import { parseAddress } from '../http/address.ts'
import { isLoopback, isLoopbackRequest } from '../http/origin.ts'
import { isForwarded, peerAddress } from '../http/rateLimits.ts'

const READY_WITHIN_MS = 2000

/** Adds metrics of a feature. */
export type RegisterMetrics = (registry: Registry, deps: PlatformContext) => void

/** Liveness, readiness and Prometheus metrics, with the middleware that counts requests. */
export function healthRoutes(app: OpenAPIHono, deps: PlatformContext, features: RegisterMetrics[]): void {
  const { env } = deps
  const { registry, count } = createMetrics(deps, features)
  let checking: Promise<Readiness> | undefined
  app.use('/api/*', count)
  app.get(healthPath, (c) =>
    c.json({ service: 'salonback', version: '1.0.0', api: API_VERSION } satisfies z.infer<typeof Health>),
  )
  app.get('/readyz', async (c) => {
    if (!deps.isStarted()) return c.json({ ready: false, message: 'Still starting' }, 503)
    // Concurrent checks share one query, so a stalled database holds one connection.
    checking ??= findReadiness(deps).finally(() => {
      checking = undefined
    })
    const reached = await Promise.race([checking, pause(READY_WITHIN_MS, undefined, { ref: false })])
    if (reached && 'instance' in reached) return c.json({ ready: true, ...reached })
    return c.json({ ready: false, message: reached?.message ?? 'The database does not answer' }, 503)
  })
  app.get('/metrics', async (c) => {
    const given = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
    const allowed = env.METRICS_TOKEN ? isEqualText(given, env.METRICS_TOKEN) : isLocalRequest(c, env)
    if (!allowed) return c.json({ message: 'Not allowed' }, 403)
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}

type Readiness = { instance: string } | { message: string }

async function findReadiness({ sql, env }: PlatformContext): Promise<Readiness> {
  try {
    const message = await findStorageFault(sql, env)
    return message ? { message } : { instance: await findInstance(sql) }
  } catch {
    return { message: 'The database cannot be reached' }
  }
}

/** An opaque id of this installation: it shows whether an address leads to the same database. */
export async function findInstance(sql: Sql): Promise<string> {
  const [row] = await sql<[{ instance: string }]>`
    select md5(coalesce(extract(epoch from min(at))::text, '')) as instance from migrations`
  return row.instance
}

/**
 * Whether the request comes from this machine. A proxy on it connects from loopback too, and cannot be recognised if it
 * rewrites the host and adds no header: with a PUBLIC_URL that is not loopback a proxy is assumed.
 */
function isLocalRequest(c: Context, { PUBLIC_URL }: Env): boolean {
  const isLoopbackAddress = (address: string) => address === '::1' || address.startsWith('127.')
  return (
    isLoopbackAddress(parseAddress(peerAddress(c)) ?? '') &&
    isLoopbackRequest(c) &&
    !isForwarded(c) &&
    isLoopback(new URL(PUBLIC_URL).hostname)
  )
}

function isEqualText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function createMetrics(
  deps: PlatformContext,
  features: RegisterMetrics[],
): { registry: Registry; count: MiddlewareHandler } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(deps.rejections.counter)
  for (const register of features) register(registry, deps)
  const requests = new Counter({
    name: 'salonback_http_requests_total',
    help: 'API calls answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'salonback_http_request_seconds',
    help: 'Time to answer an API call',
    labelNames: ['method', 'route'],
    registers: [registry],
  })
  const count: MiddlewareHandler = async (c, next) => {
    const stop = seconds.startTimer()
    await next()
    const labels = { method: c.req.method, route: c.req.routePath }
    stop(labels)
    requests.inc({ ...labels, status: c.res.status })
  }
  return { registry, count }
}
