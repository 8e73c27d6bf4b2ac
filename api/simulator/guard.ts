import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { findActor } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import { checkOrigin } from '../http/origin.ts'

/**
 * In production the handsets hold what real people were meant to get, and can opt them out: staff alone may see and use
 * them. Elsewhere anybody may, which is what they are for.
 */
export function simulatorGuard(
  deps: Pick<Deps, 'sql' | 'env' | 'clock' | 'refusals'>,
): MiddlewareHandler | undefined {
  const { sql, env, clock } = deps
  if (env.NODE_ENV !== 'production') return undefined
  return async (c, next) => {
    checkOrigin(c, deps)
    if (!(await findActor(c, sql, env, clock))) throw new AppError('unauthenticated', 'Please log in')
    await next()
  }
}
