import type { OpenAPIHono } from '@hono/zod-openapi'
import { type HandoverSettings, handover } from '@salonback/shared/salons/handover/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { findSettings, saveSettings } from './queries.ts'

async function settingsOf(sql: Sql, salonId: string): Promise<HandoverSettings> {
  const found = await findSettings(sql, salonId)
  if (!found) throw notFound('Salon')
  return found
}

export function handoverRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'handover', handover, {
    get: ({ id }, { sql }) => settingsOf(sql, id),
    set: ({ id, ...changes }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        await saveSettings(open, id, changes)
        const stored = await settingsOf(open, id)
        const detail = { fields: Object.keys(changes) }
        await audit(open, { actor: actor.username, action: 'salon.handover', subject: id, detail })
        return stored
      }),
  })
}
