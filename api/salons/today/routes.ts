import type { OpenAPIHono } from '@hono/zod-openapi'
import { today } from '@salonback/shared/salons/today/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { createEligibleCounts } from './eligibleCounts.ts'
import { findToday } from './findToday.ts'

export function todayRoutes(app: OpenAPIHono, deps: Deps): void {
  const countsOf = createEligibleCounts(deps)
  serve(app, deps, 'today', today, {
    list: (_, { sql, clock, actor }) =>
      findToday(sql, clock(), { isAdmin: actor.role === 'admin', countsOf }),
  })
}
