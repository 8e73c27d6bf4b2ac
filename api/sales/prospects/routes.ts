import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ContactStatus } from '@salonback/shared/core/inbox/contactStatus.ts'
import { prospects } from '@salonback/shared/sales/prospects/contract.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerLongArray } from '../../platform/http/jsonArray.ts'
import { serve } from '../../platform/http/serve.ts'
import { beginUndo } from '../../platform/undo/undos.ts'
import { eachProspect, setStatus, setStatuses, statusesBefore } from './queries.ts'

export function prospectsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'prospects', prospects, {
    list: async (_, { sql, http }) => answerLongArray(http, (row) => eachProspect(sql, row)),
    setStatus: ({ id, contactStatus }, context) =>
      inTransaction(context.sql, async (open) => {
        const now = await beginStatusUndo(open, { ids: [id], contactStatus }, context)
        const prospect = await setStatus(open, id, { contactStatus, now })
        if (!prospect) throw notFound('Prospect')
        const action = 'prospect.status'
        await audit(open, { actor: context.actor, action, subject: id, detail: { contactStatus } })
        return prospect
      }),
    setStatuses: ({ ids, contactStatus }, context) =>
      inTransaction(context.sql, async (open) => {
        const now = await beginStatusUndo(open, { ids, contactStatus }, context)
        const updated = await setStatuses(open, { ids, contactStatus, now })
        const action = 'prospect.bulk_status'
        await audit(open, { actor: context.actor, action, detail: { contactStatus, updated } })
        return { updated }
      }),
  })
}

/** Stores the statuses that a change replaces. Returns its time: an undo leaves later changes. */
async function beginStatusUndo(
  sql: Sql,
  change: { ids: string[]; contactStatus: ContactStatus | null },
  { clock, undoKey, access, actor }: CallContext,
): Promise<Date> {
  const now = clock()
  const record = await beginUndo(sql, { undoKey, adminId: actor.id, access, now })
  await record('prospect', statusesBefore(sql, change))
  return now
}
