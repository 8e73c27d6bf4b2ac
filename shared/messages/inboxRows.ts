import { matcher } from '../kit/search.ts'
import type { InboundSms, UnknownText } from './contract.ts'

export const inboxFilters = ['all', 'review', 'optout', 'processed'] as const
export type InboxFilter = (typeof inboxFilters)[number]

export const filterLabels: Record<InboxFilter, string> = {
  all: 'All',
  review: 'Needs Review',
  optout: 'Opt-Out',
  processed: 'Processed',
}

/** A row of the list: a received text, or one of ours that may or may not have been sent. */
export type InboxRow =
  | { kind: 'inbound'; id: string; number: string; sms: InboundSms }
  | { kind: 'unknown'; id: string; number: string; text: UnknownText }

/**
 * The newest texts laid over the whole list, which may be older or younger. Both are newest first.
 * Only the top of the long list is looked at, so that a new text costs the same among 100 or 1,000,000.
 */
export function mergeInbox(head: InboundSms[], whole: InboundSms[] | undefined, headIsFresher: boolean) {
  if (!whole) return head
  const oldest = head.at(-1)?.receivedAt
  if (oldest === undefined) return headIsFresher ? head : whole
  let end = 0
  while (end < whole.length && (whole[end] as InboundSms).receivedAt >= oldest) end++
  const top = whole.slice(0, end)
  const known = new Map(top.map((sms) => [sms.id, sms]))
  const merged = head.map((sms) => (headIsFresher ? sms : (known.get(sms.id) ?? sms)))
  const inHead = new Set(head.map(({ id }) => id))
  const extra = top.filter(({ id }) => !inHead.has(id))
  const first = extra.length > 0 ? [...merged, ...extra].sort(newestFirst) : merged
  return first.concat(whole.slice(end))
}

const newestFirst = (a: InboundSms, b: InboundSms) =>
  a.receivedAt === b.receivedAt ? 0 : a.receivedAt < b.receivedAt ? 1 : -1

export interface InboxCounts {
  all: number
  /** Unset while nobody knows. */
  review: number | undefined
  optout: number
  processed: number
}

/** How many rows each filter holds. Needs Review is what the dashboard counts: pending texts and unknown ones of ours. */
export function countInbox(list: InboundSms[], unknown: number | undefined): InboxCounts {
  let processed = 0
  let optout = 0
  for (const sms of list) {
    if (sms.processed) processed++
    if (sms.isOptOut) optout++
  }
  const review = unknown === undefined ? undefined : list.length - processed + unknown
  return { all: list.length, review, optout, processed }
}

const belongs: Record<InboxFilter, (sms: InboundSms) => boolean> = {
  all: () => true,
  review: (sms) => !sms.processed,
  optout: (sms) => sms.isOptOut,
  processed: (sms) => sms.processed,
}

/**
 * The rows to show. `kept` is the row being read: it stays where it is when it no longer fits the filter, so
 * that marking it processed does not take it from under the reader's eyes.
 */
export function inboxRows(
  list: InboundSms[],
  unknown: UnknownText[],
  filter: InboxFilter,
  search: string,
  kept?: string | null,
): InboxRow[] {
  const matches = matcher(search)
  const inFilter = belongs[filter]
  const rows: InboxRow[] = []
  if (filter === 'review') {
    for (const text of unknown) {
      if (matches(haystackOfUnknown(text))) {
        rows.push({ kind: 'unknown', id: text.id, number: text.to, text })
      }
    }
  }
  for (const sms of list) {
    if (!(inFilter(sms) || sms.id === kept)) continue
    if (search !== '' && !matches(haystack(sms))) continue
    rows.push({ kind: 'inbound', id: sms.id, number: sms.from, sms })
  }
  return rows
}

const haystacks = new WeakMap<InboundSms, string>()

function haystack(sms: InboundSms): string {
  let text = haystacks.get(sms)
  if (text === undefined) {
    text = `${sms.businessName ?? ''}\n${sms.body}\n${sms.from}\n${sms.to}`.toLowerCase()
    haystacks.set(sms, text)
  }
  return text
}

const haystackOfUnknown = (text: UnknownText) =>
  `${text.businessName ?? ''}\n${text.body}\n${text.to}`.toLowerCase()
