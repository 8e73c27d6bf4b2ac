import type { ReplyOutcome } from '@salonback/shared/core/inbox/conversation.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { Texted } from '@salonback/shared/salons/bookingTexts/texted.ts'
import type { Told } from '@salonback/shared/salons/handover/contract.ts'
import type { replies, SalonReply } from '@salonback/shared/salons/replies/contract.ts'
import { recordDecision } from '../../core/inbox/pendingReview.ts'
import { markAnswered } from '../../core/messages/processed.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { dropOutdated } from '../bookingTexts/queries.ts'
import { queueBookingText } from '../bookingTexts/queueBookingText.ts'
import { insertConsent } from '../clients/queries.ts'
import { correctBookings } from '../handover/correctBookings.ts'
import { tellBooking } from '../handover/tellBooking.ts'
import {
  cancelBooking,
  findBooking,
  findLastCampaign,
  insertBooking,
  moveBooking,
} from '../visits/queries.ts'
import { changesOf } from './changesOf.ts'
import { deleteConsentOf, type Mark, requireReply, saveOutcome } from './queries.ts'

interface Change {
  /** The text as it was. */
  reply: SalonReply
  visitAt: Date | null
  by: Actor
  now: Date
}

/** Stores what a text of a client means, with what follows from it. The same outcome twice changes nothing more. */
export function setOutcome(
  { id, messageId, outcome, visitAt, tellOwner, textClient }: HandlerInput<typeof replies.setOutcome>,
  context: CallContext,
): Promise<SalonReply & { told?: Told; texted?: Texted }> {
  const { sql, clock, actor } = context
  return inTransaction(sql, async (open) => {
    await lockNumber(open, (await requireReply(open, id, messageId)).phone)
    const reply = await requireReply(open, id, messageId)
    const change = { reply, visitAt: visitAt ? new Date(visitAt) : null, by: actor, now: clock() }
    const { mark, result: visitId } = await changesOf(open, reply, async () => {
      if (reply.pendingReview) {
        if (outcome !== 'wrong_person')
          throw new AppError('conflict', 'Decide first whether it is an opt-out')
        // The person at the number wants nothing from this salon, and other salons know who it belongs to.
        const decision = { id: messageId, phone: reply.phone, salonId: id, isOptOut: false }
        await recordDecision(open, decision, context)
      }
      return store(open, outcome, change)
    })
    const detail = { outcome, mark: { ...mark } }
    await audit(open, { actor, action: 'reply.outcome', subject: messageId, detail })
    const stored = await requireReply(open, id, messageId)
    const isTold = outcome === 'booked' && tellOwner
    const told = isTold
      ? await tellBooking(open, stored, { visitId, visitAt: change.visitAt }, context)
      : undefined
    await correctBookings(open, { salonId: id, phone: reply.phone }, context)
    await dropOutdated(open, stored, change.now)
    const about = bookingOf(outcome, visitId, change.visitAt, mark)
    const texted = textClient
      ? about
        ? await queueBookingText(
            open,
            { ...about, salonId: id, phone: reply.phone, words: textClient },
            context,
          )
        : 'refused'
      : undefined
    return { ...stored, ...(told && { told }), ...(texted && { texted }) }
  })
}

/** What a text to the client is about: the booking that was made or moved, or the one that was canceled. */
function bookingOf(outcome: ReplyOutcome | null, visitId: string | null, visitAt: Date | null, mark: Mark) {
  if (outcome === 'booked') return visitId && { visitId, what: 'booked' as const, visitAt }
  const canceled = mark.visits.find(({ before }) => before?.state === 'booked')
  return canceled && { visitId: canceled.id, what: 'canceled' as const, visitAt: null }
}

/** Stores the outcome with what follows from it, and takes back what followed from the earlier one. Returns the booking. */
async function store(sql: Sql, outcome: ReplyOutcome | null, change: Change): Promise<string | null> {
  const { reply } = change
  if (reply.outcome !== outcome) await takeBack(sql, change)
  await saveOutcome(sql, reply.id, outcome)
  if (outcome) await markAnswered(sql, reply)
  if (outcome === 'wrong_person' && reply.outcome !== outcome) await withdrawConsent(sql, change)
  if (outcome === 'canceled' && reply.outcome !== outcome) await cancelCurrent(sql, change)
  return outcome === 'booked' ? book(sql, change) : null
}

/** Cancels the booking of the client, whichever text made it. Throws 409 without one. */
async function cancelCurrent(sql: Sql, { reply: { salonId, phone }, by, now }: Change): Promise<void> {
  const campaignId = await findLastCampaign(sql, { salonId, phone })
  const id = await findBooking(sql, { salonId, phone, campaignId })
  if (!id) throw new AppError('conflict', 'This client has no booking')
  await cancelBooking(sql, { salonId, phone, id, by, now })
}

/** Undoes what followed from the earlier outcome of this text. */
async function takeBack(sql: Sql, { reply, by, now }: Change): Promise<void> {
  const { salonId, phone, id: messageId } = reply
  if (reply.outcome === 'booked') await cancelBooking(sql, { salonId, phone, messageId, by, now })
  if (reply.outcome === 'wrong_person') await deleteConsentOf(sql, salonId, messageId)
}

/** One booking for each client and campaign: a later text of the client only moves it. Null if the client has a visit that day. */
async function book(sql: Sql, { reply, visitAt, by, now }: Change): Promise<string | null> {
  const { salonId, phone, clientId, id: messageId, body: text } = reply
  const campaignId = await findLastCampaign(sql, { salonId, phone })
  const booked = await findBooking(sql, { salonId, phone, campaignId })
  if (!booked) {
    const evidence = { kind: 'reply' as const, messageId, text }
    await insertBooking(sql, { salonId, phone, clientId, campaignId, visitAt, evidence, by, now })
  } else if (visitAt) await moveBooking(sql, { id: booked, visitAt, by, now })
  return booked ?? (await findBooking(sql, { salonId, phone, campaignId })) ?? null
}

/** The number is not the client's: the salon never texts it again. */
export const withdrawConsent = (sql: Sql, { reply, now }: Pick<Change, 'reply' | 'now'>) =>
  insertConsent(sql, {
    salonId: reply.salonId,
    phone: reply.phone,
    at: now,
    kind: 'withdrawn',
    source: 'staff',
    wording: 'Wrong person',
    messageId: reply.id,
  })
