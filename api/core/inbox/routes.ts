import type { OpenAPIHono } from '@hono/zod-openapi'
import { inbox } from '@salonback/shared/core/inbox/contract.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { asJson, jsonArrayOf, streamed } from '../../platform/http/json.ts'
import { serve } from '../../platform/http/serve.ts'
import { beginUndo } from '../../platform/undo/undos.ts'
import { processedBefore, setProcessed } from '../messages/processed.ts'
import { lockOutbound } from '../messages/queries.ts'
import { release as releaseNumber } from '../messages/transitions/accepted.ts'
import { findColleagues, findMine, markSeen } from './assign.ts'
import { findNotes, findOpen, findState } from './desk.ts'
import {
  addNote,
  assign,
  findConversation,
  markProcessed,
  release,
  removeNote,
  snooze,
  take,
} from './deskChanges.ts'
import { findNumber } from './findNumber.ts'
import { decideOptOutRequest, findOptOutRequests } from './optOutRequests.ts'
import { findOptOut, findOptOuts, recordOptOut, undoOptOut } from './optOuts.ts'
import { countInbox, findInboxPage, streamReceived } from './pages.ts'
import { decidePendingReview } from './pendingReview.ts'
import { readPicture } from './picture.ts'
import {
  findConversationHead,
  findConversationMessages,
  findReceived,
  findUnknown,
  withExplanation,
} from './queries.ts'
import { sendReply } from './reply.ts'
import { resolveUnknown } from './resolveUnknown.ts'

/** Texts of the agency, their conversations and opt-outs, and the desk of both workspaces. */
export function inboxRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'inbox', inbox, {
    inbound: async ({ limit }, { sql, http, contacts }) =>
      streamed(http, jsonArrayOf(streamReceived(sql, contacts, limit))),
    inboxPage: async ({ before: after, order, ...wanted }, { sql, http, clock, actor, contacts }) => {
      const page = {
        ...wanted,
        contacts,
        after,
        oldestFirst: order === 'waiting',
        now: clock(),
        adminId: actor.id,
      }
      return asJson(http, await findInboxPage(sql, page))
    },
    inboxCounts: (_, { sql, clock }) => countInbox(sql, clock()),
    setProcessed: ({ id, processed }, { sql, clock, undoKey, access, actor, contacts }) =>
      inTransaction(sql, async (open) => {
        const record = await beginUndo(open, { undoKey, adminId: actor.id, access, now: clock() })
        await record('text', processedBefore(open, id, processed))
        await setProcessed(open, id, processed)
        const row = await findReceived(open, contacts, id)
        if (!row) throw notFound('Message')
        if (processed && row.pendingReview)
          throw new AppError('conflict', 'Decide first whether it is an opt-out')
        const action = 'inbound.processed'
        await audit(open, { actor, action, subject: id, detail: { processed } })
        return row
      }),
    decide: ({ id, optOut }, context) => decidePendingReview(id, optOut, context),
    unknown: async (_, { sql, http, contacts }) => asJson(http, await findUnknown(sql, contacts)),
    resolveUnknown: ({ id, outcome }, context) => resolveUnknown({ id, salonId: null, outcome }, context),
    allowFirstText: ({ id }, context) => allowFirstText(id, context),
    conversation: ({ number }, context) => conversation(number, context),
    picture: readPicture,
    reply: { ownsIdempotency: sendReply },
    optOuts: async (_, { sql, http, contacts }) => asJson(http, await findOptOuts(sql, contacts)),
    recordOptOut,
    undoOptOut,
    optOutRequests: (_, { sql, salons }) => findOptOutRequests(sql, salons),
    decideOptOutRequest,
    desk: (_, { sql, clock }) => findOpen(sql, clock()),
    deskOf: readConversation,
    take,
    release,
    colleagues: (_, { sql }) => findColleagues(sql),
    assign,
    mine: (_, { sql, clock, actor, ...reads }) => findMine(sql, reads, { adminId: actor.id, now: clock() }),
    seen: async (given, { sql, clock, actor, contacts }) => {
      const key = await findConversation(sql, contacts, given)
      if (key) await markSeen(sql, { ...key, adminId: actor.id, now: clock() })
      return { message: 'Seen' }
    },
    snooze,
    markProcessed,
    addNote,
    deleteNote: removeNote,
  })
}

/** A number without texts can be written to, so it has a state as well. */
async function readConversation(
  { notesBefore, ...given }: HandlerInput<typeof inbox.deskOf>,
  { sql, clock, contacts }: CallContext,
) {
  const known = await findConversation(sql, contacts, given)
  if (!known && given.salonId) throw notFound('Conversation')
  const key = known ?? given
  const [state, notes] = await Promise.all([findState(sql, key, clock()), findNotes(sql, key, notesBefore)])
  return { ...state, ...notes }
}

async function conversation(number: string, { sql, env, http, contacts }: CallContext) {
  const phone =
    (await findNumber(sql, contacts, { salonId: null, number })) ??
    toE164(number, env.DEFAULT_COUNTRY) ??
    number
  const [head, optOut, texts] = await Promise.all([
    findConversationHead(sql, contacts, phone),
    findOptOut(sql, contacts, env, phone),
    findConversationMessages(sql, phone),
  ])
  const about = JSON.stringify({ ...head, phoneNumber: phone, optOut })
  return asJson(http, `${about.slice(0, -1)},"messages":[${texts.map(withExplanation).join(',')}]}`)
}

function allowFirstText(id: string, { sql, clock, actor }: CallContext) {
  return inTransaction(sql, async (open) => {
    if (!(await lockOutbound(open, id, null))) throw notFound('Message')
    if (!(await releaseNumber(open, id, clock())))
      throw new AppError('conflict', 'This text does not block the number')
    await audit(open, { actor, action: 'first-text.allow', subject: id })
    return { message: 'Another first text is allowed' }
  })
}
