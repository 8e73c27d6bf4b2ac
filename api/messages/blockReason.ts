import { nextWindow, sendWindow, type Window } from '@salonback/shared/sms/quietHours.ts'
import { databaseNow } from '../db/now.ts'
import type { Deps } from '../deps.ts'
import { erased, WrongKeyError } from '../privacy/hash.ts'
import type { ClaimedText } from './transitions/queued.ts'

/** Why a claimed text was not sent. `leaseLost`: another worker may have the row. */
export type BlockReason =
  | { why: 'leaseLost' | 'suppressed' | 'pendingReview' | 'canceled' | 'paused' }
  | { why: 'closed'; window: Window }

interface CheckedRow {
  suppressed: boolean | null
  pendingReview: boolean
  state: string | null
  now: Date
}

/** Reads the claimed row again: opt-out, pending review, campaign state, quiet hours, lease. Null: the text may be sent. */
export async function findBlockReason(
  { sql, clock, env }: Pick<Deps, 'sql' | 'clock' | 'env'>,
  text: ClaimedText,
): Promise<BlockReason | null> {
  const moment = databaseNow(sql, clock)
  const [row] = await sql<CheckedRow[]>`
    select o.state, ${moment} as now,
      m.kind not in ('reply', 'notice') and (pending_review(m.phone) or is_catching_up(${moment})) as pending_review,
      m.kind <> 'notice' and (suppressed(m.phone) or ${erased(sql, env, text.phone)}) as suppressed
    from messages m left join campaigns o on o.id = m.campaign_id
    where m.id = ${text.id} and m.attempts = ${text.attempts} and m.status = 'sending' and m.lease_until > ${moment}`
  if (!row) return { why: 'leaseLost' }
  if (row.suppressed === null) throw new WrongKeyError()
  if (row.suppressed) return { why: 'suppressed' }
  if (row.pendingReview) return { why: 'pendingReview' }
  if (row.state === 'canceled' || row.state === 'paused') return { why: row.state }
  if (text.kind !== 'first_text' || sendWindow(text.phone, env.QUIET_HOURS, row.now).open) return null
  return { why: 'closed', window: nextWindow(text.phone, env.QUIET_HOURS, row.now) }
}
