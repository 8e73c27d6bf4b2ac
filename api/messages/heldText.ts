import { pauseUnwelcomeCampaign } from '../campaigns/watch.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import type { CallContext } from '../http/serve.ts'
import { findHeldText, findReceived, type InboundRow, markOptOuts, resolveHeldTexts } from './queries.ts'
import { lockNumber, suppress } from './suppress.ts'

/**
 * A person says what a text is that may be an opt-out: it and what came before it from that number. What came after it
 * they have not seen, perhaps, and it goes on holding the number. Opted out, the text has had its answer.
 */
export function decideHeldText(id: string, optOut: boolean, { sql, clock, actor }: CallContext) {
  return inTransaction(sql, async (open): Promise<InboundRow> => {
    const phone = (await findReceived(open, id))?.from
    if (phone === undefined) throw notFound('Message')
    await lockNumber(open, phone)
    const text = await findHeldText(open, id)
    if (!text) throw new AppError('conflict', 'Somebody has decided about this text already')
    const now = clock()
    if (optOut) {
      await markOptOuts(open, text)
      const wish = { phone, at: now, wording: text.body, recordedBy: actor.username, messageId: id }
      await suppress(open, { ...wish, source: 'plain_language' })
      await pauseUnwelcomeCampaign(open, phone)
    } else await resolveHeldTexts(open, phone, now, text.seq)
    await audit(open, { actor: actor.username, action: 'opt-out.decide', subject: id, detail: { optOut } })
    const decided = await findReceived(open, id)
    if (!decided) throw notFound('Message')
    return decided
  })
}
