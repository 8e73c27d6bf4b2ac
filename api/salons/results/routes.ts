import type { OpenAPIHono } from '@hono/zod-openapi'
import { results } from '@salonback/shared/salons/results/contract.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { requireSalon } from '../salons/queries.ts'
import {
  findCampaignResults,
  findLatestResults,
  findResultPeople,
  findWeekResults,
  hasCampaign,
} from './queries.ts'

export function resultsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'results', results, {
    latest: ({ cursor }, { sql }) => findLatestResults(sql, cursor),
    get: async ({ id }, { sql, clock }) => {
      const { timeZone } = await requireSalon(sql, id)
      const when = { timeZone, now: clock() }
      return { campaigns: await findCampaignResults(sql, id), weeks: await findWeekResults(sql, id, when) }
    },
    people: async ({ id: salonId, ...wanted }, { sql }) => {
      if (!(await hasCampaign(sql, salonId, wanted.campaignId))) throw notFound('Campaign')
      return findResultPeople(sql, { salonId, ...wanted })
    },
  })
}
