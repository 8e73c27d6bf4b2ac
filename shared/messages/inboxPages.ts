import type { InboundSms, InboxPage } from './contract.ts'

/** What is loaded of one view of the inbox, newest first: its first page, and older ones as far as somebody scrolled. */
export interface LoadedInbox {
  texts: InboundSms[]
  /** Where the next page begins; null when no older text is left. */
  next: string | null
  /** The older pages were dropped when the view was left: the first page alone says what there is. */
  dropped?: true
  /** Texts of it that somebody changed since it was read. */
  changed?: string[]
}

/** Where a list of texts from this time on would begin. */
const placeBefore = (time: string) => `${(Date.parse(time) + 1) * 1000}-0`

/**
 * The list read again: its first page, and of what is loaded below it only stretches with a text that was changed. `now`
 * is the list as it stands, `kept` the text being read, from whichever view it is known; both may change while a page is
 * under way.
 */
export async function readAgain(
  read: (before?: string) => Promise<InboxPage>,
  now: () => LoadedInbox | undefined,
  kept: () => InboundSms | undefined = () => undefined,
): Promise<LoadedInbox> {
  const changed = new Set(now()?.changed)
  const first = await read()
  const stretches: { from: string; page: InboxPage }[] = []
  let end = endOf(first)
  const below = now()?.texts.filter(({ id, receivedAt }) => changed.has(id) && receivedAt <= end) ?? []
  for (const { receivedAt: from } of below) {
    if (from > end) continue
    const page = await read(placeBefore(from))
    stretches.push({ from, page })
    end = endOf(page)
  }
  const before = now()
  const reading = kept()
  const list = withFirstPage(before, first, reading)
  for (const { from, page } of stretches) Object.assign(list, withStretch(list, from, page, reading))
  const since = before?.changed?.filter((id) => !changed.has(id)) ?? []
  return since.length > 0 ? { ...list, changed: since } : list
}

/** With a text marked that is to be read again; the same list where it is not in it. */
export const withChanged = (loaded: LoadedInbox, id: string): LoadedInbox =>
  loaded.changed?.includes(id) || !loaded.texts.some((text) => text.id === id)
    ? loaded
    : { ...loaded, changed: [...(loaded.changed ?? []), id] }

/** With what is true from this time down to the page's end; a stretch that the list no longer reaches is left out. */
function withStretch(
  list: LoadedInbox,
  from: string,
  page: InboxPage,
  kept: InboundSms | undefined,
): LoadedInbox {
  const last = list.texts.at(-1)
  if (!last || last.receivedAt > from) return list
  const end = endOf(page)
  const inPage = new Set(page.texts.map(({ id }) => id))
  const others = list.texts.filter(({ id }) => !inPage.has(id))
  const above = others.filter(({ receivedAt }) => receivedAt > from)
  const below = others.filter(({ receivedAt }) => receivedAt <= from && receivedAt <= end)
  const reading = others.find(
    ({ id, receivedAt }) => id === kept?.id && receivedAt <= from && receivedAt > end,
  )
  const texts = [...above, ...page.texts, ...below]
  return {
    texts: reading ? inserted(texts, reading) : texts,
    next: page.next === null ? null : list.next,
  }
}

/**
 * The first page, just read, over what was loaded before: so that a new text costs one page, however far somebody has
 * scrolled. What stood where the page now is and is no longer in it has left this view; only `kept` stays in its place.
 * Where so many came that the page does not reach what was loaded, older pages are loaded anew.
 */
export function withFirstPage(
  before: LoadedInbox | undefined,
  page: InboxPage,
  kept?: InboundSms,
): LoadedInbox {
  const end = endOf(page)
  const inPage = new Set(page.texts.map(({ id }) => id))
  const older = before && olderThan(before, page, end, inPage)
  const texts = older ? page.texts.concat(older) : page.texts
  const isAway = kept && kept.receivedAt > end && !inPage.has(kept.id)
  return {
    texts: isAway ? inserted(texts, kept) : texts,
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

/** Down to which time a page says what there is: all the way where nothing is behind it. */
const endOf = ({ next }: InboxPage) => (next === null ? '' : timeOf(next))

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
