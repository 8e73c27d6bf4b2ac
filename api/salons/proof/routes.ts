import type { OpenAPIHono } from '@hono/zod-openapi'
import { compareAll } from '@salonback/shared/salons/proof/compare.ts'
import { proof } from '@salonback/shared/salons/proof/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { requireSalon } from '../salons/queries.ts'
import { findProofs, findSalonProofs } from './queries.ts'

export function proofRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'proof', proof, {
    agency: async (_, { sql, clock }) => compareAll(await findProofs(sql, sql``, clock())),
    get: async ({ id }, { sql, clock }) => {
      await requireSalon(sql, id)
      const campaigns = await findSalonProofs(sql, id, clock())
      return { campaigns, total: compareAll(campaigns) }
    },
  })
}
