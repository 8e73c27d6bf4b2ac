import type { OpenAPIHono } from '@hono/zod-openapi'
import { type Chasers, chasers } from '@salonback/shared/salons/chasers/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { findChasers, setChasers } from './queries.ts'

async function chasersOf(sql: Sql, salonId: string): Promise<Chasers> {
  const found = await findChasers(sql, salonId)
  if (!found) throw notFound('Salon')
  return found
}

export function chasersRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'chasers', chasers, {
    get: ({ id }, { sql }) => chasersOf(sql, id),
    set: ({ id, on }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        if (!(await setChasers(open, id, on))) throw notFound('Salon')
        await audit(open, {
          actor: actor.username,
          action: 'salon.chasers',
          subject: id,
          detail: { on },
        })
        return chasersOf(open, id)
      }),
  })
}
