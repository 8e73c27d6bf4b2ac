import type { InboundSms } from '@salonback/shared/messages/contract.ts'
import { pauseUnwelcomeCampaign } from '../campaigns/watch.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import type { CallContext } from '../http/serve.ts'
import { findPendingReview, findReceived, markOptOuts, resolvePendingReview } from './queries.ts'
import { lockNumber, suppress } from './suppress.ts'

/** Staff decide whether a text and earlier ones of its number are opt-outs. Later texts stay pending. */
export function decidePendingReview(id: string, optOut: boolean, { sql, clock, actor }: CallContext) {
  return inTransaction(sql, async (open): Promise<InboundSms> => {
    const phone = (await findReceived(open, id))?.from
    if (phone === undefined) throw notFound('Message')
    await lockNumber(open, phone)
    const text = await findPendingReview(open, id)
    if (!text) throw new AppError('conflict', 'Somebody has decided about this text already')
    const now = clock()
    if (optOut) {
      await markOptOuts(open, text)
      const optOutOf = { phone, at: now, wording: text.body, recordedBy: actor.username, messageId: id }
      await suppress(open, { ...optOutOf, source: 'plain_language' })
      await pauseUnwelcomeCampaign(open, phone)
    } else await resolvePendingReview(open, phone, now, text.seq)
    await audit(open, { actor: actor.username, action: 'opt-out.decide', subject: id, detail: { optOut } })
    const decided = await findReceived(open, id)
    if (!decided) throw notFound('Message')
    return decided
  })
}
