import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { replies, SalonReply } from '@salonback/shared/salons/replies/contract.ts'
import { restoreWaiting } from '../../core/messages/processed.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { dropOutdated, hasToldWrong } from '../bookingTexts/queries.ts'
import { correctBookings } from '../handover/correctBookings.ts'
import { restoreVisit } from '../visits/queries.ts'
import { withdrawConsent } from './outcome.ts'
import { deleteConsentOf, findLastMark, hasChangedSince, requireReply, saveOutcome } from './queries.ts'

/**
 * Restores a conversation as it was before the caller stored this outcome. Visits changed since stay. Undone twice is undone
 * once. Throws `conflict` if the texts have changed since.
 */
export function undoOutcome(
  { id, messageId, outcome }: HandlerInput<typeof replies.undoOutcome>,
  context: CallContext,
): Promise<SalonReply & { textLeft?: boolean }> {
  const { sql, clock, actor } = context
  return inTransaction(sql, async (open) => {
    await lockNumber(open, (await requireReply(open, id, messageId)).phone)
    const reply = await requireReply(open, id, messageId)
    const last = await findLastMark(open, messageId)
    const isOwn =
      last?.actorKind === actor.kind && last.actorId === actor.id && last.detail.outcome === outcome
    if (isOwn && last.action === 'reply.undo') return reply
    const mark = isOwn && reply.outcome === outcome ? last.detail.mark : undefined
    if (!mark || (await hasChangedSince(open, reply, mark)))
      throw new AppError('conflict', 'This conversation has changed since. Nothing was undone.')
    const decided = { by: actor, now: clock() }
    await saveOutcome(open, messageId, mark.was)
    await restoreWaiting(open, mark)
    for (const visit of mark.visits) await restoreVisit(open, visit, decided)
    if (outcome === 'wrong_person' && mark.was !== outcome) await deleteConsentOf(open, id, messageId)
    if (mark.was === 'wrong_person' && mark.was !== outcome)
      await withdrawConsent(open, { reply, now: decided.now })
    await correctBookings(open, { salonId: id, phone: reply.phone }, context)
    await dropOutdated(open, reply, decided.now)
    const detail = { outcome }
    await audit(open, { actor, action: 'reply.undo', subject: messageId, detail })
    const textLeft = await hasToldWrong(
      open,
      mark.visits.map((visit) => visit.id),
    )
    return { ...(await requireReply(open, id, messageId)), ...(textLeft && { textLeft }) }
  })
}
