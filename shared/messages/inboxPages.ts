import type { InboundSms, InboxPage } from './contract.ts'

/** What is loaded of one view of the inbox, newest first: its first page, and older ones as far as somebody scrolled. */
export interface LoadedInbox {
  texts: InboundSms[]
  /** Where the next page begins; null when no older text is left. */
  next: string | null
  /** The older pages were dropped when the view was left: the first page alone says what there is. */
  dropped?: true
}

/**
 * The first page, just read, over what was loaded before: so that a new text costs one page, however far somebody has
 * scrolled. What stood where the page now is and is no longer in it has left this view; only `kept` stays in its place.
 * Where so many came that the page does not reach what was loaded, older pages are loaded anew.
 */
export function withFirstPage(
  before: LoadedInbox | undefined,
  page: InboxPage,
  kept: string | null,
): LoadedInbox {
  const end = page.next === null ? '' : timeOf(page.next)
  const inPage = new Set(page.texts.map(({ id }) => id))
  const older = before && olderThan(before, page, end, inPage)
  const texts = older ? page.texts.concat(older) : page.texts
  const reading = before?.texts.find(
    ({ id, receivedAt }) => id === kept && receivedAt > end && !inPage.has(id),
  )
  return {
    texts: reading ? inserted(texts, reading) : texts,
    next: older ? (before?.next ?? null) : page.next,
  }
}

/** What was loaded behind this page; undefined when there may be texts between that nobody has read. */
function olderThan(before: LoadedInbox, page: InboxPage, end: string, inPage: ReadonlySet<string>) {
  if (before.dropped || page.next === null) return undefined
  const newest = before.texts[0]
  // A page that ends behind its last text looked through thousands: so many did not come since.
  const isLong = page.texts.at(-1)?.receivedAt !== end
  const meets =
    isLong || (newest && newest.receivedAt >= end) || before.texts.some(({ id }) => inPage.has(id))
  if (!meets) return undefined
  return before.texts.filter(({ id, receivedAt }) => receivedAt <= end && !inPage.has(id))
}

/** The time in the place that a page ends at (microseconds, then the number of arrival), as texts have it. */
const timeOf = (place: string) => new Date(Math.floor(Number(place.split('-')[0]) / 1000)).toISOString()

function inserted(texts: InboundSms[], text: InboundSms): InboundSms[] {
  const at = texts.findIndex(({ receivedAt }) => receivedAt < text.receivedAt)
  return at < 0 ? [...texts, text] : texts.toSpliced(at, 0, text)
}

/** With the page that begins at `from`; one that belongs elsewhere, because the list was read anew, is left out. */
export function withOlderPage(loaded: LoadedInbox, from: string, page: InboxPage): LoadedInbox {
  if (loaded.next !== from) return loaded
  const known = new Set(loaded.texts.map(({ id }) => id))
  return { texts: loaded.texts.concat(page.texts.filter(({ id }) => !known.has(id))), next: page.next }
}

/** As it is kept while nobody looks: older pages would be out of date when the view is next opened. */
export const withoutOlderPages = (loaded: LoadedInbox, size: number): LoadedInbox =>
  loaded.texts.length <= size ? loaded : { texts: loaded.texts.slice(0, size), next: null, dropped: true }
