import type { OpenAPIHono } from '@hono/zod-openapi'
import { prospects } from '@salonback/shared/sales/prospects/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerLongArray } from '../../platform/http/jsonArray.ts'
import { serve } from '../../platform/http/serve.ts'
import { eachProspect, setStatus, setStatuses } from './queries.ts'

export function prospectsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'prospects', prospects, {
    list: async (_, { sql, http }) => answerLongArray(http, (row) => eachProspect(sql, row)),
    setStatus: ({ id, contactStatus }, { sql, clock, actor }) =>
      inTransaction(sql, async (open) => {
        const prospect = await setStatus(open, id, contactStatus, clock())
        if (!prospect) throw notFound('Prospect')
        const action = 'prospect.status'
        await audit(open, { actor: actor.username, action, subject: id, detail: { contactStatus } })
        return prospect
      }),
    setStatuses: ({ ids, contactStatus }, { sql, clock, actor }) =>
      inTransaction(sql, async (open) => {
        const updated = await setStatuses(open, ids, contactStatus, clock())
        const action = 'prospect.bulk_status'
        await audit(open, { actor: actor.username, action, detail: { contactStatus, updated } })
        return { updated }
      }),
  })
}
