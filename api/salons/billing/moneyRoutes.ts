import type { OpenAPIHono } from '@hono/zod-openapi'
import { money } from '@salonback/shared/salons/billing/moneyContract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { issueAll, previewStatements } from './issueAll.ts'
import { findAccountingEntries, findMonth } from './month.ts'
import { findOpenStatements, remind } from './remind.ts'

export function moneyRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'money', money, {
    open: async (_, { sql, clock }) => ({ items: await findOpenStatements(sql, clock()) }),
    preview: previewStatements,
    issueAll,
    remind,
    month: async ({ month }, { sql }) => ({ rows: await findMonth(sql, month) }),
    books: async ({ month }, { sql }) => ({ items: await findAccountingEntries(sql, month) }),
  })
}
