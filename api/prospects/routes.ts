import type { OpenAPIHono } from '@hono/zod-openapi'
import { prospects } from '@salonback/shared/prospects/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { answerLongArray } from '../http/jsonArray.ts'
import { type CallContext, serve } from '../http/serve.ts'
import { findChanges, findNow, isUnchanged, positionOf } from './changes.ts'
import { eachProspect, setStatus, setStatuses } from './queries.ts'

export function prospectsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'prospects', prospects, {
    list: (_, context) => listAll(context),
    changes: ({ since }, { sql }) => findChanges(sql, positionOf(since ?? '')),
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

/**
 * The whole list, as it comes from the database; nothing at all when the caller has it as it is. Its tag is a position,
 * read before the list: what is committed in between is told again, never missed.
 */
async function listAll({ sql, http }: CallContext): Promise<Response> {
  for (const [tag, text = ''] of http.req.header('if-none-match')?.matchAll(/"([^"]*)"/g) ?? []) {
    const position = positionOf(text)
    if (!position || position.page || !(await isUnchanged(sql, position))) continue
    http.header('ETag', tag)
    return http.body(null, 304)
  }
  http.header('ETag', `W/"${(await findNow(sql)).position}"`)
  return answerLongArray(http, (row) => eachProspect(sql, row))
}
