import type { OpenAPIHono } from '@hono/zod-openapi'
import { billing } from '@salonback/shared/salons/billing/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { findAccount } from '../salons/owed.ts'
import { requireSalon } from '../salons/queries.ts'
import { importBank, previewBank } from './bankImport.ts'
import { closeMonth } from './closedMonths.ts'
import { addCredit, takeBackCredit } from './credits.ts'
import { decideDispute, reopenDispute } from './disputes.ts'
import { issueAll, previewStatements } from './issueAll.ts'
import { findEntries, findOwed } from './ledger.ts'
import { findAccountingEntries, findMonth } from './month.ts'
import { findPayments, recordPayment, takeBackPayment } from './payments.ts'
import { findOpenMoney, remind } from './remind.ts'
import { findStatements, issueStatement, oneStatement, vatOfSalon } from './statements.ts'

export function billingRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'billing', billing, {
    entries: async ({ id, ...wanted }, { sql, clock, env }) => {
      const salon = await requireSalon(sql, id)
      const [page, owed] = await Promise.all([
        findEntries(sql, { salonId: id, ...wanted }),
        findOwed(sql, id, clock(), vatOfSalon(env, salon)),
      ])
      return { ...page, owed }
    },
    decideDispute,
    reopenDispute,
    statements: async ({ id }, { sql }) => {
      await requireSalon(sql, id)
      return { items: await findStatements(sql, id) }
    },
    issue: issueStatement,
    statement: ({ id, number }, { sql }) => oneStatement(sql, id, number),
    payments: async ({ id }, { sql }) => {
      await requireSalon(sql, id)
      const [items, { credit }] = await Promise.all([findPayments(sql, id), findAccount(sql, id)])
      return { items, credit }
    },
    recordPayment,
    takeBackPayment,
    addCredit,
    previewBank,
    importBank,
    closeMonth,
    takeBackCredit,
    open: (_, { sql, clock }) => findOpenMoney(sql, clock()),
    preview: previewStatements,
    issueAll,
    remind,
    month: async ({ month }, { sql }) => ({ rows: await findMonth(sql, month) }),
    books: async ({ month }, { sql }) => ({ items: await findAccountingEntries(sql, month) }),
  })
}
