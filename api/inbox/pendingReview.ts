import type { InboundSms } from '@salonback/shared/messages/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import type { CallContext } from '../http/serve.ts'
import { optOut } from '../messages/optOut.ts'
import { resolvePendingReview } from '../messages/queries.ts'
import { lockNumber } from '../suppressions/suppressions.ts'
import { findPendingReview, findReceived, markOptOuts } from './queries.ts'

/** Staff decide whether a text and earlier ones of its conversation are opt-outs. Later texts stay pending. */
export function decidePendingReview(
  id: string,
  isOptOut: boolean,
  { sql, subscribers, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open): Promise<InboundSms> => {
    const phone = (await findReceived(open, id))?.from
    if (phone === undefined) throw notFound('Message')
    await lockNumber(open, phone)
    const text = await findPendingReview(open, id)
    if (!text) throw new AppError('conflict', 'Somebody has decided about this text already')
    const now = clock()
    if (isOptOut) {
      await markOptOuts(open, text)
      const { senderId } = text
      const decided = {
        phone,
        senderId,
        at: now,
        wording: text.body,
        recordedBy: actor.username,
        messageId: id,
      }
      await optOut(open, subscribers, { ...decided, source: 'plain_language' })
    } else await resolvePendingReview(open, { phone, now, salonId: null, upTo: text.seq })
    await audit(open, {
      actor: actor.username,
      action: 'opt-out.decide',
      subject: id,
      detail: { optOut: isOptOut },
    })
    const decided = await findReceived(open, id)
    if (!decided) throw notFound('Message')
    return decided
  })
}
