import type { OpenAPIHono } from '@hono/zod-openapi'
import { metrics } from '@salonback/shared/sales/metrics/contract.ts'
import { funnelRates } from '@salonback/shared/sales/metrics/rules.ts'
import type { Deps } from '../../deps.ts'
import { shareReads } from '../../platform/db/shareReads.ts'
import { notFound } from '../../platform/http/errors.ts'
import { asJson } from '../../platform/http/json.ts'
import { serve } from '../../platform/http/serve.ts'
import { countFunnel, findReached } from './queries.ts'
import { findCampaignFigures, findDays, findPeople, hasCampaign } from './results.ts'

export function metricsRoutes(app: OpenAPIHono, deps: Deps): void {
  const share = shareReads()
  serve(app, deps, 'metrics', metrics, {
    async reached(page, { sql, http }) {
      // Compressing random ids saves half the bytes but takes three times as long as the query.
      http.header('Cache-Control', 'no-store, no-transform')
      return asJson(http, await findReached(sql, page))
    },
    async sms(_, { sql, clock }) {
      const counts = await share('funnel', () => countFunnel(sql, clock()))
      return { ...counts, ...funnelRates(counts) }
    },
    days: (wanted, { sql, clock }) =>
      share(`days ${wanted.period} ${wanted.timeZone}`, () => findDays(sql, { ...wanted, now: clock() })),
    campaigns: (_, { sql }) => share('campaigns', () => findCampaignFigures(sql)),
    async people(wanted, { sql }) {
      if (!(await hasCampaign(sql, wanted.id))) throw notFound('Campaign')
      return findPeople(sql, wanted)
    },
  })
}
