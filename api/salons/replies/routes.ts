import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { replies, type SalonReply } from '@salonback/shared/salons/replies/contract.ts'
import { releaseConversation } from '../../core/inbox/desk.ts'
import { findNumber } from '../../core/inbox/findNumber.ts'
import { findPage } from '../../core/inbox/pages.ts'
import { recordDecision } from '../../core/inbox/pendingReview.ts'
import { findConversationMessages, withExplanation } from '../../core/inbox/queries.ts'
import { resolveUnknown } from '../../core/inbox/resolveUnknown.ts'
import type { Sender } from '../../core/messages/senders.ts'
import { requireTextable, sendReplyNow } from '../../core/messages/sendReply.ts'
import { requireNotRestored } from '../../core/restore/queries.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { asJson } from '../../platform/http/json.ts'
import { serve } from '../../platform/http/serve.ts'
import { findConversationBooking } from '../bookingTexts/queries.ts'
import { askOwner } from '../handover/askOwner.ts'
import { findAnswerToPassOn, passOn } from '../handover/passOn.ts'
import { findSender, requireSalon } from '../salons/queries.ts'
import { setOutcome } from './outcome.ts'
import {
  countOtherSalons,
  countWaiting,
  findConversationClient,
  findConversationOffer,
  findDeskSalons,
  findSalonOptOut,
  findUnknownTexts,
  hasTexted,
  requireReply,
  salonReply,
} from './queries.ts'
import { undoOutcome } from './undoOutcome.ts'

/** Texts per page. */
const PAGE = 50

/** The replies desk. Mount before the salons: their `{id}` would match `replies`. */
export function repliesRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'replies', replies, {
    list,
    waiting: async (_, { sql, clock }) => ({ waiting: await countWaiting(sql, clock()) }),
    salons: (_, { sql, clock }) => findDeskSalons(sql, clock()),
    conversation,
    reply: { ownsIdempotency: reply },
    setOutcome,
    ask,
    passOn: async (input, context) => {
      await requireReply(context.sql, input.id, input.messageId)
      return passOn(input, context)
    },
    undoOutcome,
    decide,
    unknown: async ({ id, campaignId }, { sql }) => {
      await requireSalon(sql, id)
      return findUnknownTexts(sql, id, campaignId)
    },
    resolveUnknown: ({ id, messageId, outcome }, context) =>
      resolveUnknown({ id: messageId, salonId: id, outcome }, context),
  })
}

/** Waiting texts oldest first, or all newest first. */
async function list(
  { state, salon, search, cursor, only }: HandlerInput<typeof replies.list>,
  { sql, http, clock, actor, contacts }: CallContext,
) {
  const waiting = state === 'waiting'
  const { texts, next } = await findPage(
    sql,
    {
      owner: 'salons',
      contacts,
      salonId: salon,
      search,
      filter: waiting ? 'review' : 'all',
      oldestFirst: waiting,
      after: cursor,
      limit: PAGE,
      only,
      now: clock(),
      adminId: actor.id,
    },
    salonReply(sql),
  )
  return asJson(http, `{"items":${texts},"nextCursor":${JSON.stringify(next)}}`)
}

async function conversation(
  { id, number }: HandlerInput<typeof replies.conversation>,
  { sql, env, http, contacts, clock }: CallContext,
) {
  const salon = await requireSalon(sql, id)
  const phone = await findNumber(sql, contacts, { salonId: id, number })
  if (!phone) throw notFound('Conversation')
  const [client, offer, optOut, booking, ownerAnswer, otherSalons, texts] = await Promise.all([
    findConversationClient(sql, id, phone),
    findConversationOffer(sql, id, phone),
    findSalonOptOut(sql, env, id, phone),
    findConversationBooking(sql, { salonId: id, phone }, clock()),
    findAnswerToPassOn(sql, id, phone),
    countOtherSalons(sql, id, phone),
    findConversationMessages(sql, phone, id),
  ])
  const head = {
    salonId: id,
    salonName: salon.name,
    phoneNumber: phone,
    client,
    offer,
    optOut,
    booking,
    ownerAnswer,
    otherSalons,
  }
  return asJson(
    http,
    `${JSON.stringify(head).slice(0, -1)},"messages":[${texts.map(withExplanation).join(',')}]}`,
  )
}

/** Sends a reply from the salon's number. See sendReplyNow for what it throws. */
async function reply({ id, phoneNumber, message }: HandlerInput<typeof replies.reply>, context: CallContext) {
  await requireSalon(context.sql, id)
  const known = await findNumber(context.sql, context.contacts, { salonId: id, number: phoneNumber })
  // Staff only answer: a first text needs a basis and an approved offer.
  if (!known || !(await hasTexted(context.sql, id, known)))
    throw new AppError('conflict', 'This number has not texted the salon. Nothing was sent.')
  return sendReplyNow(
    {
      phone: requireTextable(known),
      body: message,
      carriesLink: false,
      setsStatus: null,
      salonId: id,
      auditDetail: { salon: id },
      async prepare(open) {
        await requireNotRestored(open)
        await releaseConversation(open, { salonId: id, number: known, adminId: context.actor.id })
        return { sender: await salonSender(open, id), statusBefore: null }
      },
    },
    context,
  )
}

/** Throws `conflict` for a closed salon and one without a number. */
async function salonSender(sql: Sql, salonId: string): Promise<Sender> {
  const { state } = await requireSalon(sql, salonId)
  if (state === 'closed') throw new AppError('conflict', 'This salon is closed. Nothing was sent.')
  const sender = await findSender(sql, salonId)
  if (!sender) throw new AppError('conflict', 'This salon has no number. Nothing was sent.')
  return { id: sender.id, kind: sender.kind, address: sender.address, salonId }
}

/** Throws `conflict` for a possible opt-out without a decision, and a closed salon. */
function ask({ id, messageId }: HandlerInput<typeof replies.ask>, context: CallContext) {
  return inTransaction(context.sql, async (open) => {
    await lockNumber(open, (await requireReply(open, id, messageId)).phone)
    const reply = await requireReply(open, id, messageId)
    if (reply.pendingReview) throw new AppError('conflict', 'Decide first whether it is an opt-out')
    return { told: await askOwner(open, reply, context) }
  })
}

function decide(
  { id, messageId, optOut }: HandlerInput<typeof replies.decide>,
  context: CallContext,
): Promise<SalonReply> {
  return inTransaction(context.sql, async (open) => {
    const { phone } = await requireReply(open, id, messageId)
    await recordDecision(open, { id: messageId, phone, salonId: id, isOptOut: optOut }, context)
    return requireReply(open, id, messageId)
  })
}
