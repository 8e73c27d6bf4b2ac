import { searchMatcher } from '../../kit/search.ts'
import type { Conversation, InboundSms, InboxFilter, InboxOrder, UnknownText } from './conversation.ts'

export const filterLabels: Record<InboxFilter, string> = {
  all: 'All',
  review: 'Needs Review',
  optout: 'Opt-Out',
  processed: 'Processed',
}

/**
 * A row of the list: a received text, or an outbound text with unknown outcome. Where the list has whole conversations, the
 * id of a row is the number, so that a new text keeps the row.
 */
export type InboxRow =
  | { kind: 'inbound'; id: string; number: string; at: string; sms: InboundSms }
  | { kind: 'unknown'; id: string; number: string; at: string; text: UnknownText }

const fits: Record<InboxFilter, (sms: InboundSms) => boolean> = {
  all: () => true,
  review: (sms) => !sms.processed,
  optout: (sms) => sms.isOptOut,
  processed: (sms) => sms.processed,
}

interface InboxRowsOf {
  list: InboundSms[]
  unknown: UnknownText[]
  filter: InboxFilter
  order?: InboxOrder
  search: string
  openText?: InboundSms | undefined
}

/**
 * The rows to show. `openText` is the text being read: it keeps its place when it no longer fits the filter, so that
 * marking it processed does not remove it while the user reads it.
 */
export function inboxRows(options: InboxRowsOf): InboxRow[] {
  const { list, unknown, filter, order = 'newest', search, openText } = options
  const isOpen = (sms: InboundSms) => sms.id === openText?.id
  const hasNewer = filter === 'review' && list.some(({ from }) => from === openText?.from)
  const all = openText && !hasNewer ? withText(list, openText) : list
  const shown = all.filter((sms) => fits[filter](sms) || isOpen(sms))
  if (filter !== 'review') return shown.map((sms) => received(sms, sms.id, sms.receivedAt))
  const matches = searchMatcher(search)
  const unsure = unknown.filter((text) => matches(searchableUnknown(text)))
  const at = timeIn[order]
  return [
    ...unsure.map(unknownRow),
    ...conversationsOf(shown, order).map((sms) => received(sms, sms.from, at(sms))),
  ]
}

export const unknownRow = (text: UnknownText): InboxRow => ({
  kind: 'unknown',
  id: text.id,
  number: text.to,
  at: text.attemptedAt,
  text,
})

const received = (sms: InboundSms, id: string, at: string): InboxRow => ({
  kind: 'inbound',
  id,
  number: sms.from,
  at,
  sms,
})

/** Since when its conversation waits, or when the text arrived. */
const waitingSince = ({ waiting, receivedAt }: InboundSms): string => waiting?.since ?? receivedAt

/** The time that a row shows and is sorted by. */
const timeIn: Record<InboxOrder, (sms: InboundSms) => string> = {
  waiting: waitingSince,
  newest: ({ receivedAt }) => receivedAt,
}

/** The newest text of each number, in the order of the list. */
function conversationsOf(list: InboundSms[], order: InboxOrder): InboundSms[] {
  const newest = new Map<string, InboundSms>()
  for (const sms of list) {
    const other = newest.get(sms.from)
    newest.set(sms.from, other ? withBoth(sms, other) : sms)
  }
  const by = timeIn[order]
  const sign = order === 'waiting' ? 1 : -1
  return [...newest.values()].sort((a, b) => (by(a) === by(b) ? 0 : by(a) < by(b) ? -sign : sign))
}

/** The newer one of two rows of a conversation, which waits since the older one. */
function withBoth(one: InboundSms, other: InboundSms): InboundSms {
  const newer = one.receivedAt < other.receivedAt ? other : one
  const since = [waitingSince(one), waitingSince(other)].sort()[0] as string
  const texts = (one.waiting?.texts ?? 1) + (other.waiting?.texts ?? 1)
  return { ...newer, waiting: { texts, since } }
}

/** The next row below `at` that waits for an answer, else the first one above; not of `number`, which was just answered. */
export function nextWaiting(rows: InboxRow[], at: number, number: string): InboxRow | undefined {
  const waits = (row: InboxRow) => row.kind === 'inbound' && !row.sms.processed && row.number !== number
  return rows.slice(at + 1).find(waits) ?? rows.slice(0, Math.max(0, at)).find(waits)
}

/** The list with this text at its place by time, unless it is in the list already. */
function withText(list: InboundSms[], text: InboundSms): InboundSms[] {
  if (list.some(({ id }) => id === text.id)) return list
  const index = list.findIndex(({ receivedAt }) => receivedAt < text.receivedAt)
  return list.toSpliced(index < 0 ? list.length : index, 0, text)
}

/** The text with the state that its conversation shows, which is newer once the list no longer holds the text. */
export function withConversationState(sms: InboundSms, conversation: Conversation | undefined): InboundSms {
  const message = conversation?.messages.find(({ id }) => id === sms.id)
  if (!conversation || !message) return sms
  const { processed = sms.processed, isOptOut = sms.isOptOut, pendingReview = false } = message
  const { contactStatus } = conversation
  return { ...sms, processed, isOptOut, pendingReview, needsReview: !processed, contactStatus }
}

/** Loaded texts that match the search; shown until the server has answered. */
export function matchingTexts(list: InboundSms[], search: string): InboundSms[] {
  const matches = searchMatcher(search)
  return search === '' ? list : list.filter((sms) => matches(searchable(sms)))
}

const searchTexts = new WeakMap<InboundSms, string>()

function searchable(sms: InboundSms): string {
  let text = searchTexts.get(sms)
  if (text === undefined) {
    text = `${sms.businessName ?? ''}\n${sms.body}\n${sms.from}\n${sms.to}`.toLowerCase()
    searchTexts.set(sms, text)
  }
  return text
}

const searchableUnknown = (text: UnknownText) =>
  `${text.businessName ?? ''}\n${text.body}\n${text.to}`.toLowerCase()
