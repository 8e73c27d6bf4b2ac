import type { OpenAPIHono } from '@hono/zod-openapi'
import { ledger } from '@salonback/shared/salons/ledger/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { requireFeeRules } from '../visits/records.ts'
import { decideDispute } from './disputes.ts'
import { findEntries, findOwed, findStatements } from './queries.ts'
import { issueStatement, oneStatement } from './statements.ts'

export function ledgerRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'ledger', ledger, {
    list: async ({ id, ...wanted }, { sql, clock }) => {
      await requireFeeRules(sql, id)
      const [page, owed] = await Promise.all([
        findEntries(sql, { salonId: id, ...wanted }),
        findOwed(sql, id, clock()),
      ])
      return { ...page, owed }
    },
    decideDispute,
    statements: async ({ id }, { sql }) => {
      await requireFeeRules(sql, id)
      return { items: await findStatements(sql, id) }
    },
    issue: issueStatement,
    statement: ({ id, number }, { sql }) => oneStatement(sql, id, number),
  })
}
