import type { OpenAPIHono } from '@hono/zod-openapi'
import { handover } from '@salonback/shared/salons/handover/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { serve } from '../../platform/http/serve.ts'
import { findSettings, saveSettings } from './queries.ts'

export function handoverRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'handover', handover, {
    get: ({ id }, { sql }) => findSettings(sql, id),
    set: ({ id, ...changes }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        await saveSettings(open, id, changes)
        const stored = await findSettings(open, id)
        const detail = { fields: Object.keys(changes) }
        await audit(open, { actor, action: 'salon.handover', subject: id, detail })
        return stored
      }),
  })
}
