import { type Account, accountOf, type IssuedStatement } from '@salonback/shared/salons/billing/balances.ts'
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

interface AccountRow {
  salonId: string
  paid: number
  statements: IssuedStatement[]
}

/** The accounts of salons that have statements or payments, by salon. */
export async function findAccounts(sql: Sql, salonIds: string[] | null): Promise<Map<string, Account>> {
  const ofSalons = salonIds === null ? sql`` : sql`where salon_id = any(${salonIds}::uuid[])`
  const rows = await sql<AccountRow[]>`
    select salon_id, coalesce(p.paid, 0)::bigint as paid, coalesce(t.statements, '[]') as statements
    from (select salon_id, sum(amount) as paid from payments ${ofSalons} group by salon_id) p
    full join (
      select salon_id, jsonb_agg(jsonb_build_object('number', number, 'total', total)) as statements
      from statements ${ofSalons} group by salon_id
    ) t using (salon_id)`
  return new Map(
    rows.map(({ salonId, paid, statements }) => [salonId, accountOf(statements, [{ amount: paid }])]),
  )
}

/** The account of one salon. */
export const findAccount = async (sql: Sql, salonId: string): Promise<Account> =>
  (await findAccounts(sql, [salonId])).get(salonId) ?? accountOf([], [])
