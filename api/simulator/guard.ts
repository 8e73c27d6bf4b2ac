import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { requireActor } from '../http/access.ts'
import { checkOrigin } from '../http/origin.ts'

/**
 * In production the handsets hold texts meant for real people, and can opt them out: only staff with a session may use
 * them. Elsewhere no session is needed.
 */
export function simulatorGuard(
  deps: Pick<Deps, 'sql' | 'env' | 'clock' | 'rejections'>,
): MiddlewareHandler | undefined {
  if (deps.env.NODE_ENV !== 'production') return undefined
  return async (c, next) => {
    checkOrigin(c, deps)
    await requireActor(c, deps)
    await next()
  }
}
