import { searchMatcher } from '../../kit/search.ts'
import type { Conversation, InboundSms, InboxFilter, UnknownText } from './conversation.ts'

export const inboxFilters = ['all', 'review', 'optout', 'processed'] as const satisfies readonly InboxFilter[]

export const filterLabels: Record<InboxFilter, string> = {
  all: 'All',
  review: 'Needs Review',
  optout: 'Opt-Out',
  processed: 'Processed',
}

/** A row of the list: a received text, or an outbound text with unknown outcome. */
export type InboxRow =
  | { kind: 'inbound'; id: string; number: string; sms: InboundSms }
  | { kind: 'unknown'; id: string; number: string; text: UnknownText }

const fits: Record<InboxFilter, (sms: InboundSms) => boolean> = {
  all: () => true,
  review: (sms) => !sms.processed,
  optout: (sms) => sms.isOptOut,
  processed: (sms) => sms.processed,
}

/**
 * The rows to show. `openText` is the text being read: it keeps its place when it no longer fits the filter, so that
 * marking it processed does not remove it while the user reads it.
 */
export function inboxRows(
  list: InboundSms[],
  unknown: UnknownText[],
  filter: InboxFilter,
  search: string,
  openText?: InboundSms,
): InboxRow[] {
  const inFilter = fits[filter]
  const rows: InboxRow[] = []
  if (filter === 'review') {
    const matches = searchMatcher(search)
    for (const text of unknown) {
      if (matches(searchableUnknown(text))) {
        rows.push({ kind: 'unknown', id: text.id, number: text.to, text })
      }
    }
  }
  for (const sms of openText ? withText(list, openText) : list) {
    if (inFilter(sms) || sms.id === openText?.id)
      rows.push({ kind: 'inbound', id: sms.id, number: sms.from, sms })
  }
  return rows
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
