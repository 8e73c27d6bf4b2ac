import type { ConversationMessage } from './contract.ts'
import { START } from './drafts.ts'
import { dayHeading, sameDay } from './messageTimes.ts'

export type ThreadItem =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; label: string }
  | { kind: 'text'; key: string; message: ConversationMessage }

/** The conversation as it is drawn: where it began, a line for each new day, and the texts. */
export function threadItems(messages: ConversationMessage[], now: Date): ThreadItem[] {
  const items: ThreadItem[] = [{ kind: 'start', key: 'start' }]
  let last: string | null = null
  for (const message of messages) {
    if (last === null || !sameDay(last, message.timestamp)) {
      items.push({ kind: 'day', key: `day:${message.timestamp}`, label: dayHeading(message.timestamp, now) })
    }
    last = message.timestamp
    items.push({ kind: 'text', key: message.id, message })
  }
  return items
}

/** Texts of theirs that still wait for a person, and that a person may mark: one that may be an opt-out wants a decision. */
export const unprocessedTexts = (messages: ConversationMessage[]) =>
  messages.filter(
    (message) => message.direction === 'inbound' && message.processed === false && !message.pendingReview,
  )

/** The last text of theirs that may be an opt-out, undecided. A decision about it is one about those before it. */
export const latestPendingReview = (messages: ConversationMessage[]) =>
  messages.findLast((message) => message.pendingReview)

/** Why the last text of theirs waits for a person, in a sentence; null when none does. */
export function reviewReason(messages: ConversationMessage[]): string | null {
  const last = unprocessedTexts(messages).at(-1)
  if (!last) return null
  if (last.isOptOut || last.intent === 'opt_out') return 'Read as an opt-out; check it.'
  if (last.body.trim() === '' && (last.numMedia ?? 0) > 0)
    return 'A picture without words. Reply, or mark it processed.'
  switch (last.intent) {
    case 'positive':
      return 'A yes. Reply, or mark it processed.'
    case 'negative':
      return 'A no. Reply, or mark it processed.'
    case 'opt_in':
      return 'They want texts again. Reply, or mark it processed.'
    case 'help':
      return 'They ask for help. Reply, or mark it processed.'
    default:
      return 'Not a clear yes or no. Reply, or mark it processed.'
  }
}

/**
 * Replies of colleagues that came after the writer began. `since` is the last text they could see then; when it
 * is gone or null, everything counts as seen.
 */
export function newColleagueReply(
  messages: ConversationMessage[],
  since: string | null,
  me: string | undefined,
): ConversationMessage | null {
  if (since === null) return null
  const from = messages.findIndex(({ id }) => id === since)
  if (from < 0 && since !== START) return null
  const news = messages.slice(from + 1)
  return (
    news.findLast(
      ({ direction, kind, sentBy }) => direction === 'outbound' && kind === 'reply' && sentBy !== me,
    ) ?? null
  )
}

/** Whether a text of theirs reads as a yes; the rule is the server's, its answer travels as the intent. */
export const isYes = (message: ConversationMessage) =>
  message.direction === 'inbound' && message.intent === 'positive'
