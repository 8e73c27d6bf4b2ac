import type { InboundSms } from '@salonback/shared/core/inbox/conversation.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { beginUndo } from '../../platform/undo/undos.ts'
import { optOut } from '../messages/optOut.ts'
import { markOptOuts } from '../messages/processed.ts'
import { pendingBefore, resolvePendingReview } from '../messages/queries.ts'
import { lockNumber } from '../suppressions/suppressions.ts'
import { findPendingReview, findReceived } from './queries.ts'

/** Staff decide whether a text of the agency and earlier ones of its conversation are opt-outs. Later texts stay pending. */
export function decidePendingReview(id: string, isOptOut: boolean, context: CallContext) {
  return inTransaction(context.sql, async (open): Promise<InboundSms> => {
    const phone = (await findReceived(open, context.contacts, id))?.from
    if (phone === undefined) throw notFound('Message')
    await recordDecision(open, { id, phone, salonId: null, isOptOut }, context)
    const decided = await findReceived(open, context.contacts, id)
    if (!decided) throw notFound('Message')
    return decided
  })
}

type Decided = Pick<CallContext, 'subscribers' | 'clock' | 'actor' | 'access'> & {
  undoKey?: string | undefined
}

interface Decision {
  /** The text. */
  id: string
  phone: string
  /** Owner of the conversation; null: the agency. */
  salonId: string | null
  isOptOut: boolean
}

/** Stores the decision with its audit line. Throws `conflict` if there is one already. */
export async function recordDecision(
  sql: Sql,
  { id, phone, salonId, isOptOut }: Decision,
  { subscribers, clock, actor, access, undoKey }: Decided,
): Promise<void> {
  await lockNumber(sql, phone)
  const text = await findPendingReview(sql, id, salonId)
  if (!text) throw new AppError('conflict', 'This text has already been decided')
  const now = clock()
  if (isOptOut) {
    await markOptOuts(sql, { phone, salonId, upTo: text.seq })
    const { senderId, body: wording } = text
    const decided = { phone, senderId, salonId, at: now, wording, recordedBy: actor.name, messageId: id }
    await optOut(sql, subscribers, { ...decided, source: 'plain_language' })
  } else {
    // An opt-out is only taken back by an admin, with a reason.
    const record = await beginUndo(sql, { undoKey, adminId: actor.id, access, now })
    await record('decision', pendingBefore(sql, { phone, now, salonId, upTo: text.seq }))
    await resolvePendingReview(sql, { phone, now, salonId, upTo: text.seq })
  }
  const detail = { optOut: isOptOut }
  await audit(sql, { actor, action: 'opt-out.decide', subject: id, detail })
}
