import type { OpenAPIHono } from '@hono/zod-openapi'
import { visits } from '@salonback/shared/salons/visits/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { type CorrectBookings, changeVisit, createVisit, listVisits } from './records.ts'

export function visitsRoutes(app: OpenAPIHono, deps: Deps, correctBookings: CorrectBookings): void {
  serve(app, deps, 'visits', visits, {
    list: listVisits,
    create: createVisit,
    update: (changes, context) => changeVisit(changes, context, correctBookings),
  })
}
