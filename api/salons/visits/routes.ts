import type { OpenAPIHono } from '@hono/zod-openapi'
import { visits } from '@salonback/shared/salons/visits/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { requireSalon } from '../salons/queries.ts'
import { findClientPhone } from './queries.ts'
import { changeVisit, createVisit, listVisits } from './records.ts'
import { findUnsettled, markSeen } from './unsettled.ts'

export function visitsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'visits', visits, {
    unsettled: async ({ id }, { sql }) => {
      await requireSalon(sql, id)
      const items = await findUnsettled(sql, id)
      return {
        items: items.map(({ clientId, phone, appointments, failures }) => ({
          ...{ clientId, phone, appointments },
          reason: failures > 0 ? ('failed' as const) : ('too_many' as const),
        })),
      }
    },
    markSeen: async ({ id, clientId }, { sql, actor, clock }) => {
      if (!(await findClientPhone(sql, id, clientId))) throw notFound('Client')
      await markSeen(sql, id, clientId, clock())
      await audit(sql, { actor, action: 'visits.seen', subject: clientId })
      return { message: 'Not shown any more' }
    },
    list: listVisits,
    create: createVisit,
    update: changeVisit,
  })
}
