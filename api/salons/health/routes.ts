import type { OpenAPIHono } from '@hono/zod-openapi'
import { health } from '@salonback/shared/salons/health/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { findHealth } from './queries.ts'

export function salonHealthRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'health', health, {
    list: (_, { sql, clock }) => findHealth(sql, clock()),
  })
}
