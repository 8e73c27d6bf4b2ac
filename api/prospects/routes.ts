import type { OpenAPIHono } from '@hono/zod-openapi'
import { prospects } from '@salonback/shared/prospects/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { jsonArray } from '../http/jsonArray.ts'
import { type CallContext, serve } from '../http/serve.ts'
import { findVersion, setStatus, setStatuses, streamProspects } from './queries.ts'

export function prospectsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'prospects', prospects, {
    list: (_, context) => listAll(context),
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

// Part of the tag: to be raised when the same rows are answered in another shape.
const LIST_FORMAT = 'p1'

/** The whole list, as it comes from the database; nothing at all when the caller has this version of it. */
async function listAll({ sql, http }: CallContext): Promise<Response> {
  const version = `${LIST_FORMAT}-${await findVersion(sql)}`
  http.header('ETag', `"${version}"`)
  if (http.req.header('if-none-match')?.includes(`"${version}"`)) return http.body(null, 304)
  http.header('Content-Type', 'application/json')
  return http.body(jsonArray(streamProspects(sql)))
}
