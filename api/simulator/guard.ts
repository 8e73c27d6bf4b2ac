import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { requireActor } from '../platform/http/access.ts'
import { checkOrigin } from '../platform/http/origin.ts'

/**
 * In production the handsets show texts to real people and can opt them out, so they require a staff session.
 * Otherwise no session is required.
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
