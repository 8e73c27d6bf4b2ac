import type { Payment } from '@salonback/shared/salons/billing/paymentsContract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

const columns = (sql: Sql) => sql`
  p.id, p.received_on::text as received_on, p.amount, p.note, p.takes_back,
  exists (select 1 from payments b where b.takes_back = p.id) as taken_back, p.created_by,
  ${instant(sql, 'p.created_at')} as created_at`

/** Payments of a salon, newest first. */
export const findPayments = (sql: Sql, salonId: string, where: Fragment = sql``) => sql<Payment[]>`
  select ${columns(sql)} from payments p where p.salon_id = ${salonId} ${where} order by p.seq desc`

export interface InsertPayment {
  salonId: string
  receivedOn: string
  amount: number
  note: string
  takesBack: string | null
  createdBy: string
  createdAt: Date
}

/** Stores a payment; returns its id. */
export async function insertPayment(sql: Sql, payment: InsertPayment): Promise<string> {
  const [row] = await sql<[{ id: string }]>`insert into payments ${sql({ ...payment })} returning id`
  return row.id
}
