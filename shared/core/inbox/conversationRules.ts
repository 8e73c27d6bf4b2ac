import type { ConversationKey, ConversationMessage, Note, ReplyOutcome } from './conversation.ts'
import { CONVERSATION_START } from './drafts.ts'
import { dayHeading, sameDay } from './messageTimes.ts'

export const agencyConversation = (number: string): ConversationKey => ({ salonId: null, number })

export type ThreadItem =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; label: string }
  | { kind: 'ourNumber'; key: string; address: string }
  | { kind: 'text'; key: string; message: ConversationMessage }
  | { kind: 'note'; key: string; note: Note }

/**
 * Rows of the conversation: its start, a heading per day, the texts and the notes. If the texts have several numbers of
 * ours, a line names the number at the first text and at each change.
 */
export function threadItems(messages: ConversationMessage[], now: Date, notes: Note[] = []): ThreadItem[] {
  const items: ThreadItem[] = [{ kind: 'start', key: 'start' }]
  const hasSeveral = new Set(messages.map(ourAddress).filter((address) => address !== '')).size > 1
  let lastAddress = ''
  let last: string | null = null
  for (const entry of byTime(messages, notes)) {
    if (last === null || !sameDay(last, entry.at)) {
      items.push({ kind: 'day', key: `day:${entry.at}`, label: dayHeading(entry.at, now) })
    }
    last = entry.at
    if (entry.note) {
      items.push({ kind: 'note', key: entry.note.id, note: entry.note })
      continue
    }
    const { message } = entry
    const address = ourAddress(message)
    if (hasSeveral && address !== '' && address !== lastAddress) {
      items.push({ kind: 'ourNumber', key: `ourNumber:${message.id}`, address })
      lastAddress = address
    }
    items.push({ kind: 'text', key: message.id, message })
  }
  return items
}

type Entry = { at: string; note: null; message: ConversationMessage } | { at: string; note: Note }

/** Texts stay in their order; each note goes before the first later text. */
function byTime(messages: ConversationMessage[], notes: Note[]): Entry[] {
  const entries: Entry[] = []
  let next = 0
  const addNotes = (before: string | null) => {
    for (let note = notes[next]; note && (before === null || note.createdAt < before); note = notes[++next])
      entries.push({ at: note.createdAt, note })
  }
  for (const message of messages) {
    addNotes(message.timestamp)
    entries.push({ at: message.timestamp, note: null, message })
  }
  addNotes(null)
  return entries
}

/** Our number or Messaging Service that the text left from or came to; empty if unknown. */
const ourAddress = ({ direction, from, ourNumber }: ConversationMessage) =>
  direction === 'outbound' ? from : (ourNumber ?? '')

/** Inbound texts to mark processed. Excludes possible opt-outs, which need a decision. */
export const unprocessedTexts = (messages: ConversationMessage[]) =>
  messages.filter(
    (message) => message.direction === 'inbound' && message.processed === false && !message.pendingReview,
  )

/** The last inbound text that needs an opt-out decision. The decision applies to earlier ones as well. */
export const latestPendingReview = (messages: ConversationMessage[]) =>
  messages.findLast((message) => message.pendingReview)

/** Why the last unprocessed text needs review; null when there is none. */
export function reviewReason(messages: ConversationMessage[]): string | null {
  const last = unprocessedTexts(messages).at(-1)
  if (!last) return null
  if (last.isOptOut || last.intent === 'opt_out') return 'Read as an opt-out; check it.'
  if (last.body.trim() === '' && (last.numMedia ?? 0) > 0)
    return 'A picture without text. Reply, or mark it processed.'
  switch (last.intent) {
    case 'positive':
      return 'A yes. Reply, or mark it processed.'
    case 'negative':
      return 'A no. Reply, or mark it processed.'
    case 'opt_in':
      return 'They want texts again. Reply, or mark it processed.'
    case 'automatic_reply':
      return 'An automatic reply. Mark it processed.'
    case 'help':
      return 'They ask for help. Reply, or mark it processed.'
    default:
      return 'Not a clear yes or no. Reply, or mark it processed.'
  }
}

/**
 * The last reply of a colleague after `lastReadId`, the newest text that the author has read. When that text is gone or
 * null, everything counts as read.
 */
export function newColleagueReply(
  messages: ConversationMessage[],
  lastReadId: string | null,
  me: string | undefined,
): ConversationMessage | null {
  if (lastReadId === null) return null
  const from = messages.findIndex(({ id }) => id === lastReadId)
  if (from < 0 && lastReadId !== CONVERSATION_START) return null
  const unread = messages.slice(from + 1)
  return (
    unread.findLast(
      ({ direction, kind, sentBy }) => direction === 'outbound' && kind === 'reply' && sentBy !== me,
    ) ?? null
  )
}

/** Whether an inbound text was classified as a yes. */
export const isYes = (message: ConversationMessage) =>
  message.direction === 'inbound' && message.intent === 'positive'

/** What staff said about a text of a client. */
export const outcomeLabels: Record<ReplyOutcome, string> = {
  booked: 'Booked',
  canceled: 'Booking canceled',
  not_interested: 'Not interested',
  wrong_person: 'Wrong person',
}
