import type { inbox } from '@salonback/shared/core/inbox/contract.ts'
import type { ConversationKey } from '@salonback/shared/core/inbox/conversation.ts'
import { MAX_SNOOZE_MS } from '@salonback/shared/core/inbox/deskRules.ts'
import { mentionedIn } from '@salonback/shared/core/inbox/mentions.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { beginUndo } from '../../platform/undo/undos.ts'
import { markAnswered, waitingBefore } from '../messages/processed.ts'
import { lockNumber } from '../suppressions/suppressions.ts'
import { assignConversation, findColleagues, insertMentions } from './assign.ts'
import type { ContactsByOwner } from './contacts.ts'
import {
  deleteNote,
  deskBefore,
  findDeskRow,
  findState,
  hasPendingReview,
  insertNote,
  releaseConversation,
  requireRoomForNote,
  snoozeConversation,
  takeConversation,
} from './desk.ts'
import { findNumber } from './findNumber.ts'

/** The conversation with its number as stored. */
export async function findConversation(
  sql: Sql,
  contacts: ContactsByOwner,
  given: ConversationKey,
): Promise<ConversationKey | null> {
  const number = await findNumber(sql, contacts, given)
  return number === undefined ? null : { ...given, number }
}

/** Locks the number, so that nothing is stored about it while it is erased. Throws 404 for an unknown one. */
async function lockConversation(
  sql: Sql,
  contacts: ContactsByOwner,
  given: ConversationKey,
): Promise<ConversationKey> {
  const known = await findConversation(sql, contacts, given)
  if (known) await lockNumber(sql, known.number)
  const key = known && (await findConversation(sql, contacts, given))
  if (!key) throw notFound('Conversation')
  return key
}

interface DeskChange {
  action: string
  detail?: { to: string | null }
  /** Returns the id of the row for the audit line, or nothing if nothing changed. */
  change(sql: Sql, key: ConversationKey, record: RecordRows, now: Date): Promise<string | undefined>
}

/** Changes one conversation, audits it and returns its state. */
function changeOne(given: ConversationKey, { action, detail, change }: DeskChange, context: CallContext) {
  const { sql, clock, actor, undoKey, access } = context
  return inTransaction(sql, async (open) => {
    const key = await lockConversation(open, context.contacts, given)
    const now = clock()
    const record = await beginUndo(open, { undoKey, adminId: actor.id, access, now })
    const subject = await change(open, key, record, now)
    if (subject) await audit(open, { actor, action, subject, ...(detail && { detail }) })
    return findState(open, key, now)
  })
}

/** Takes a conversation for ten minutes. */
export function take({ over, ...given }: HandlerInput<typeof inbox.take>, context: CallContext) {
  const change: DeskChange['change'] = async (sql, key, record, now) => {
    const request = { ...key, adminId: context.actor.id, now, over }
    const taken = await recordDesk(sql, key, record, () => takeConversation(sql, request))
    return taken?.began ? taken.id : undefined
  }
  return changeOne(given, { action: 'conversation.take', change }, context)
}

/** Releases a conversation that the caller has taken. */
export function release(given: HandlerInput<typeof inbox.release>, context: CallContext) {
  const change: DeskChange['change'] = (sql, key, record) =>
    recordDesk(sql, key, record, () => releaseConversation(sql, { ...key, adminId: context.actor.id }))
  return changeOne(given, { action: 'conversation.release', change }, context)
}

/** Assigns a conversation to a person with an open account, or ends that. */
export function assign({ to, ...given }: HandlerInput<typeof inbox.assign>, context: CallContext) {
  const change: DeskChange['change'] = async (sql, key, record, now) => {
    if (to !== null && !(await findColleagues(sql)).some(({ id }) => id === to))
      throw new AppError('conflict', 'This person has no account any more')
    const request = { ...key, to, by: context.actor.id, now }
    return recordDesk(sql, key, record, () => assignConversation(sql, request), 'assignment')
  }
  return changeOne(given, { action: 'conversation.assign', detail: { to }, change }, context)
}

/** Marks the texts of conversations processed, except possible opt-outs. */
export const markProcessed = (
  { conversations }: HandlerInput<typeof inbox.markProcessed>,
  context: CallContext,
) =>
  changeEach(conversations, { action: 'conversation.processed' }, context, async (open, key, record) => {
    const texts = { salonId: key.salonId, phone: key.number }
    await record('text', waitingBefore(open, texts))
    await markAnswered(open, texts)
    return !(await hasPendingReview(open, key))
  })

/** Takes conversations out of review, or brings them back. */
export function snooze({ conversations, until }: HandlerInput<typeof inbox.snooze>, context: CallContext) {
  const at = until === null ? null : new Date(until)
  const ms = at ? at.getTime() - context.clock().getTime() : 1
  const wrong = 'Please choose a time within the next year'
  if (ms <= 0 || ms > MAX_SNOOZE_MS) throw new AppError('invalid', wrong, { fields: { until: wrong } })
  return changeEach(conversations, { action: 'conversation.later', until }, context, (open, key, record) =>
    recordDesk(open, key, record, async () => {
      const changed = await snoozeConversation(open, key, at)
      if (changed && at) await releaseConversation(open, { ...key, adminId: context.actor.id })
      return changed
    }),
  )
}

type RecordRows = Awaited<ReturnType<typeof beginUndo>>

/** Changes a conversation. If it changed, stores the replaced row for the undo. */
async function recordDesk<R>(
  sql: Sql,
  key: ConversationKey,
  record: RecordRows,
  change: () => Promise<R>,
  kind: 'conversation' | 'assignment' = 'conversation',
) {
  const before = await findDeskRow(sql, key)
  const result = await change()
  const after = result ? await findDeskRow(sql, key) : undefined
  const mark = kind === 'assignment' ? 'assignedIn' : 'markedIn'
  if (after) await record(kind, deskBefore(sql, after.id, before, mark))
  return result
}

/** Changes conversations in one transaction with one audit line. Numbers are locked in one order, to avoid deadlocks. */
function changeEach(
  conversations: HandlerInput<typeof inbox.snooze>['conversations'],
  { action, until }: { action: string; until?: string | null },
  { sql, clock, undoKey, access, actor, contacts }: CallContext,
  change: (sql: Sql, key: ConversationKey, record: RecordRows) => Promise<boolean>,
) {
  return inTransaction(sql, async (open) => {
    const record = await beginUndo(open, { undoKey, adminId: actor.id, access, now: clock() })
    const ordered = [...conversations].sort((a, b) => (a.number < b.number ? -1 : 1))
    let changed = 0
    for (const given of ordered)
      if (await change(open, await lockConversation(open, contacts, given), record)) changed++
    const skipped = conversations.length - changed
    const detail = { changed, skipped, ...(until !== undefined && { until }) }
    await audit(open, { actor, action, detail })
    return { changed, skipped }
  })
}

/** Adds a note for colleagues; a colleague that it names finds it in their list. */
export function addNote({ body, ...given }: HandlerInput<typeof inbox.addNote>, context: CallContext) {
  const { sql, clock, actor } = context
  return inTransaction(sql, async (open) => {
    const key = await lockConversation(open, context.contacts, given)
    await requireRoomForNote(open, key, clock())
    const note = await insertNote(open, { ...key, body, by: { adminId: actor.id }, now: clock() })
    const colleagues = await findColleagues(open)
    const usernames = colleagues.map(({ username }) => username)
    const names = mentionedIn(body, usernames)
    const named = colleagues.filter(({ username }) => names.includes(username)).map(({ id }) => id)
    await insertMentions(open, note.id, named, actor.id)
    await audit(open, { actor, action: 'note.add', subject: note.id })
    return note
  })
}

/** Deletes a note of the caller. */
export const removeNote = ({ id }: HandlerInput<typeof inbox.deleteNote>, { sql, actor }: CallContext) =>
  inTransaction(sql, async (open) => {
    if (!(await deleteNote(open, id, actor.id))) throw notFound('Note')
    await audit(open, { actor, action: 'note.delete', subject: id })
    return { message: 'Note deleted' }
  })
