import type { OpenAPIHono } from '@hono/zod-openapi'
import { ledger } from '@salonback/shared/salons/billing/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { oneSalon } from '../salons/queries.ts'
import { requireFeeRules } from '../visits/records.ts'
import { decideDispute, reopenDispute } from './disputes.ts'
import { findEntries, findOwed, findStatements } from './queries.ts'
import { issueStatement, oneStatement } from './statements.ts'
import { vatOfSalon } from './terms.ts'

export function ledgerRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'ledger', ledger, {
    list: async ({ id, ...wanted }, { sql, clock, env }) => {
      const salon = await oneSalon(sql, id)
      const [page, owed] = await Promise.all([
        findEntries(sql, { salonId: id, ...wanted }),
        findOwed(sql, id, clock(), vatOfSalon(env, salon)),
      ])
      return { ...page, owed }
    },
    decideDispute,
    reopenDispute,
    statements: async ({ id }, { sql }) => {
      await requireFeeRules(sql, id)
      return { items: await findStatements(sql, id) }
    },
    issue: issueStatement,
    statement: ({ id, number }, { sql }) => oneStatement(sql, id, number),
  })
}
