import { matcher } from '../kit/search.ts'
import type { InboundSms, InboxFilter, UnknownText } from './contract.ts'

export const inboxFilters = ['all', 'review', 'optout', 'processed'] as const satisfies readonly InboxFilter[]

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

const belongs: Record<InboxFilter, (sms: InboundSms) => boolean> = {
  all: () => true,
  review: (sms) => !sms.processed,
  optout: (sms) => sms.isOptOut,
  processed: (sms) => sms.processed,
}

/**
 * The rows to show, of texts that the server found. `kept` is the row being read: it stays where it is when it no longer
 * fits the filter, so that marking it processed does not take it from under the reader's eyes.
 */
export function inboxRows(
  list: InboundSms[],
  unknown: UnknownText[],
  filter: InboxFilter,
  search: string,
  kept?: string | null,
): InboxRow[] {
  const inFilter = belongs[filter]
  const rows: InboxRow[] = []
  if (filter === 'review') {
    const matches = matcher(search)
    for (const text of unknown) {
      if (matches(haystackOfUnknown(text))) {
        rows.push({ kind: 'unknown', id: text.id, number: text.to, text })
      }
    }
  }
  for (const sms of list) {
    if (inFilter(sms) || sms.id === kept) rows.push({ kind: 'inbound', id: sms.id, number: sms.from, sms })
  }
  return rows
}

/** Those of the texts already here that match: shown until the server has looked through all. */
export function matching(list: InboundSms[], search: string): InboundSms[] {
  const matches = matcher(search)
  return search === '' ? list : list.filter((sms) => matches(haystack(sms)))
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
