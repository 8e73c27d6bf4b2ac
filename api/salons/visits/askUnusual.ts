import { unusualText } from '@salonback/shared/salons/visits/usual.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'

/** Amounts that say what is usual. */
const LATEST = 50

interface AskUnusual {
  salonId: string
  /** Its stored amount needs no confirmation. */
  visitId?: string | null | undefined
  amount: number | null | undefined
  /** The person has confirmed this amount. */
  confirmed: boolean
}

/** Throws 422 for an amount over five times the usual one of the salon, until the person who typed it confirms it. */
export async function askUnusual(sql: Sql, asked: AskUnusual): Promise<void> {
  const { salonId, visitId = null, amount, confirmed } = asked
  if (confirmed || typeof amount !== 'number') return
  const rows = await sql<{ id: string; amount: number }[]>`
    select id, amount from visits where salon_id = ${salonId} and amount > 0 and state = 'attended'
    order by created_at desc limit ${LATEST}`
  if (rows.some(({ id, amount: stored }) => id === visitId && stored === amount)) return
  const [salon] = await sql<{ currency: string }[]>`select currency from salons where id = ${salonId}`
  const earlier = rows.filter(({ id }) => id !== visitId).map((row) => row.amount)
  const question = unusualText(amount, earlier, salon?.currency ?? 'GBP')
  if (question !== null) throw new AppError('invalid', question, { fields: { amount: question } })
}
