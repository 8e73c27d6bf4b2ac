import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { requireActor } from '../http/access.ts'
import { checkOrigin } from '../http/origin.ts'

/**
 * In production the handsets hold what real people were meant to get, and can opt them out: staff alone may see and use
 * them. Elsewhere anybody may, which is what they are for.
 */
export function simulatorGuard(
  deps: Pick<Deps, 'sql' | 'env' | 'clock' | 'refusals'>,
): MiddlewareHandler | undefined {
  if (deps.env.NODE_ENV !== 'production') return undefined
  return async (c, next) => {
    checkOrigin(c, deps)
    await requireActor(c, deps)
    await next()
  }
}
