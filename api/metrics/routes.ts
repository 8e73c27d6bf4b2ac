import type { OpenAPIHono } from '@hono/zod-openapi'
import { metrics } from '@salonback/shared/metrics/contract.ts'
import { funnelRates } from '@salonback/shared/metrics/rules.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { countFunnel, findReached } from './queries.ts'

export function metricsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'metrics', metrics, {
    async reached(page, { sql, http }) {
      // Ids are random: to compress them takes three times as long as to read them, and saves half.
      return http.body(await findReached(sql, page), 200, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store, no-transform',
      })
    },
    async sms(_, { sql }) {
      const counts = await countFunnel(sql)
      return { ...counts, ...funnelRates(counts) }
    },
  })
}
