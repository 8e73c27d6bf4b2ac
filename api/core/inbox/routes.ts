import type { OpenAPIHono } from '@hono/zod-openapi'
import { messages } from '@salonback/shared/core/inbox/contract.ts'
import { INVALID_MOBILE } from '@salonback/shared/forms.ts'
import { toE164, typedNumber } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { asJson, jsonArrayOf, streamed } from '../../platform/http/json.ts'
import { type CallContext, serve } from '../../platform/http/serve.ts'
import { findErased } from '../../platform/privacy/hash.ts'
import { optOut } from '../messages/optOut.ts'
import { lockOutbound } from '../messages/queries.ts'
import { release } from '../messages/transitions/accepted.ts'
import { liftSuppression, lockNumber } from '../suppressions/suppressions.ts'
import { findNumber } from './findNumber.ts'
import { countInbox, findInboxPage, streamReceived } from './pages.ts'
import { decidePendingReview } from './pendingReview.ts'
import {
  findConversationHead,
  findConversationMessages,
  findOptOut,
  findOptOuts,
  findReceived,
  findUnknown,
  setProcessed,
  withExplanation,
} from './queries.ts'
import { sendReply } from './reply.ts'
import { resolveUnknown } from './resolveUnknown.ts'

/** The calls of the SMS tab. */
export function inboxRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'messages', messages, {
    inbound: async ({ limit }, { sql, http }) => streamed(http, jsonArrayOf(streamReceived(sql, limit))),
    inboxPage: async (wanted, { sql, http, clock, actor }) =>
      asJson(http, await findInboxPage(sql, { ...wanted, now: clock(), adminId: actor.id })),
    inboxCounts: (_, { sql, clock }) => countInbox(sql, clock()),
    setProcessed: ({ id, processed }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        await setProcessed(open, id, processed)
        const row = await findReceived(open, id)
        if (!row) throw notFound('Message')
        if (processed && row.pendingReview)
          throw new AppError('conflict', 'Decide first whether it is an opt-out')
        await audit(open, {
          actor: actor.username,
          action: 'inbound.processed',
          subject: id,
          detail: { processed },
        })
        return row
      }),
    decide: ({ id, optOut }, context) => decidePendingReview(id, optOut, context),
    unknown: async (_, { sql, http }) => asJson(http, await findUnknown(sql)),
    resolveUnknown: ({ id, outcome }, context) => resolveUnknown({ id, salonId: null, outcome }, context),
    allowFirstText: ({ id }, context) => allowFirstText(id, context),
    conversation: ({ number }, context) => conversation(number, context),
    reply: { ownsIdempotency: sendReply },
    optOuts: async (_, { sql, http }) => asJson(http, await findOptOuts(sql)),
    recordOptOut: ({ phoneNumber, reason }, context) => recordOptOut(phoneNumber, reason, context),
    undoOptOut: ({ number, reason }, context) => undoOptOut(number, reason, context),
  })
}

/** Converts these Date fields to ISO strings. */
function withTimes<F extends string>(...fields: F[]) {
  return <T extends Record<F, Date>>(row: T) => {
    const times = Object.fromEntries(fields.map((field) => [field, row[field].toISOString()]))
    return { ...row, ...times } as Omit<T, F> & Record<F, string>
  }
}

async function conversation(number: string, { sql, env, http }: CallContext) {
  const phone =
    (await findNumber(sql, { salonId: null, number })) ?? toE164(number, env.DEFAULT_COUNTRY) ?? number
  const [head, optOut, texts] = await Promise.all([
    findConversationHead(sql, phone),
    findOptOut(sql, env, phone),
    findConversationMessages(sql, phone),
  ])
  if (!head) throw new Error('a conversation always has a head')
  const about = JSON.stringify({
    ...head,
    phoneNumber: phone,
    optOut: optOut ? withTimes('since')(optOut) : null,
  })
  return asJson(http, `${about.slice(0, -1)},"messages":[${texts.map(withExplanation).join(',')}]}`)
}

function allowFirstText(id: string, { sql, clock, actor }: CallContext) {
  return inTransaction(sql, async (open) => {
    if (!(await lockOutbound(open, id, null))) throw notFound('Message')
    if (!(await release(open, id, clock())))
      throw new AppError('conflict', 'This text does not block the number')
    await audit(open, { actor: actor.username, action: 'first-text.allow', subject: id })
    return { message: 'Another first text is allowed' }
  })
}

function requireNumber(given: string, country: string): string {
  const phone = typedNumber(given, country)
  if (!phone) throw new AppError('invalid', INVALID_MOBILE, { fields: { phoneNumber: INVALID_MOBILE } })
  return phone
}

function recordOptOut(given: string, reason: string, { sql, subscribers, clock, actor, env }: CallContext) {
  return inTransaction(sql, async (open) => {
    const phone =
      (await findNumber(open, { salonId: null, number: given })) ?? requireNumber(given, env.DEFAULT_COUNTRY)
    await lockNumber(open, phone)
    // Recording the opt-out would store the erased number again.
    if ((await findErased(open, env, [phone])).size > 0)
      throw new AppError('conflict', 'Everything about this number was erased, and it is never texted.')
    const recorded = { phone, at: clock(), wording: reason, recordedBy: actor.username }
    await optOut(open, subscribers, { ...recorded, source: 'staff' })
    await audit(open, { actor: actor.username, action: 'opt-out.record', detail: { reason } })
    const state = await findOptOut(open, env, phone)
    if (!state) throw new Error('an opt-out just recorded is there')
    return withTimes('since')(state)
  })
}

function undoOptOut(given: string, reason: string, { sql, clock, actor, env }: CallContext) {
  return inTransaction(sql, async (open) => {
    const phone =
      (await findNumber(open, { salonId: null, number: given })) ??
      toE164(given, env.DEFAULT_COUNTRY) ??
      given
    const lifted = await liftSuppression(open, env, {
      phone,
      at: clock(),
      source: 'staff',
      wording: reason,
      actor: actor.username,
    })
    if (!lifted) throw notFound('Opt-out')
    await audit(open, { actor: actor.username, action: 'opt-out.undo', detail: { reason } })
    return { message: 'Opt-out undone' }
  })
}
