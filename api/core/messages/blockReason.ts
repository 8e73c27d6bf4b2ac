import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import { erased, WrongKeyError } from '../../platform/privacy/hash.ts'
import type { BlockReason, ClaimedText } from './text.ts'

interface CheckedRow {
  suppressed: boolean | null
  pendingReview: boolean
  /** Why its campaign leaves the number out. */
  leftOut: string | null
}

/**
 * Reads the claimed row again: lease, opt-out, pending review, left out of its campaign; then calls the subscribers, such as its campaign. Null: the
 * text may be sent.
 */
export async function findBlockReason(
  { sql, clock, env, subscribers }: Pick<Deps, 'sql' | 'clock' | 'env' | 'subscribers'>,
  text: ClaimedText,
): Promise<BlockReason | null> {
  const moment = databaseNow(sql, clock)
  const [[row], theirs] = await Promise.all([
    sql<CheckedRow[]>`
      select kind not in ('reply', 'notice') and (pending_review(phone) or is_catching_up(${moment})) as pending_review,
        kind <> 'notice' and (suppressed(phone) or ${erased(sql, env, text.phone)}) as suppressed,
        campaign_block(kind, phone, prospect_id, campaign_id) as left_out
      from messages
      where id = ${text.id} and attempts = ${text.attempts} and status = 'sending' and lease_until > ${moment}`,
    subscribers.mayLeave(sql, text),
  ])
  if (!row) return { why: 'leaseLost' }
  if (row.suppressed === null) throw new WrongKeyError()
  if (row.suppressed) return { why: 'suppressed' }
  if (row.pendingReview) return { why: 'pendingReview' }
  if (row.leftOut !== null) return { why: 'leftOut', message: row.leftOut }
  return theirs
}
