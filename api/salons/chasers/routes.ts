import type { OpenAPIHono } from '@hono/zod-openapi'
import { chasers } from '@salonback/shared/salons/chasers/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { serve } from '../../platform/http/serve.ts'
import { findChasers, setChasers } from './queries.ts'

export function chasersRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'chasers', chasers, {
    get: ({ id }, { sql }) => findChasers(sql, id),
    set: ({ id, on }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        await setChasers(open, id, on)
        const stored = await findChasers(open, id)
        await audit(open, { actor, action: 'salon.chasers', subject: id, detail: { on } })
        return stored
      }),
  })
}
