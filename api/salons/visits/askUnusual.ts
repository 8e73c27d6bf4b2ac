import { unusualText } from '@salonback/shared/salons/visits/usual.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SalonRow } from '../salons/queries.ts'

/** Amounts that say what is usual. */
const LATEST = 50

interface AskUnusual {
  /** Its stored amount needs no confirmation. */
  visitId?: string | null | undefined
  amount: number | null | undefined
  /** The person has confirmed this amount. */
  confirmed: boolean
}

/** Throws 422 for an amount over five times the usual one of the salon, until the person who typed it confirms it. */
export async function askUnusual(
  sql: Sql,
  { id: salonId, currency }: Pick<SalonRow, 'id' | 'currency'>,
  { visitId = null, amount, confirmed }: AskUnusual,
): Promise<void> {
  if (confirmed || typeof amount !== 'number') return
  const rows = await sql<{ id: string; amount: number }[]>`
    select id, amount from visits where salon_id = ${salonId} and amount > 0 and state = 'attended'
    order by created_at desc limit ${LATEST}`
  if (rows.some(({ id, amount: stored }) => id === visitId && stored === amount)) return
  const earlier = rows.filter(({ id }) => id !== visitId).map((row) => row.amount)
  const question = unusualText(amount, earlier, currency)
  if (question !== null) throw new AppError('invalid', question, { fields: { amount: question } })
}
