import type { OpenAPIHono } from '@hono/zod-openapi'
import { bookingLinks, type CallRequest } from '@salonback/shared/salons/bookingLinks/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { oneSalon } from '../salons/queries.ts'
import { bookingLinkPages } from './pageRoutes.ts'
import { findCallRequests, saveCalled } from './queries.ts'

export function bookingLinksRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'bookingLinks', bookingLinks, {
    listCallRequests: async ({ id }, { sql }) => callRequestsOf(sql, id),
    markCalled: ({ id, requestId }, { sql, clock, actor }) =>
      inTransaction(sql, async (open) => {
        const requests = await callRequestsOf(open, id)
        if (!(await saveCalled(open, { id: requestId, salonId: id, now: clock() })))
          throw notFound('Call request')
        await audit(open, { actor, action: 'client.called', subject: requestId })
        return requests.filter((request) => request.id !== requestId)
      }),
  })
  app.route('/b', bookingLinkPages(deps))
}

async function callRequestsOf(sql: Sql, salonId: string): Promise<CallRequest[]> {
  await oneSalon(sql, salonId)
  return findCallRequests(sql, salonId)
}
