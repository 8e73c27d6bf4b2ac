import type { OpenAPIHono } from '@hono/zod-openapi'
import { payments } from '@salonback/shared/salons/billing/paymentsContract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { findAccount } from '../salons/owed.ts'
import { requireSalon } from '../salons/queries.ts'
import { findPayments } from './payments.ts'
import { recordPayment, takeBackPayment } from './recordPayment.ts'

export function paymentsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'payments', payments, {
    list: async ({ id }, { sql }) => {
      await requireSalon(sql, id)
      const [items, { credit }] = await Promise.all([findPayments(sql, id), findAccount(sql, id)])
      return { items, credit }
    },
    record: recordPayment,
    takeBack: takeBackPayment,
  })
}
