import { useMemo } from 'react'
import { lastParamsOf, useRoute } from '../host/routes.ts'
import type { InboxFilter } from './contract.ts'
import { type InboxRow, inboxFilters } from './inboxRows.ts'

interface Opened {
  /** The row it was opened from; absent after a link from elsewhere. */
  id: string | null
  number: string
  /** A text of ours to open the conversation at. */
  see: string | null
}

export const selectionOfRow = ({ id, number, kind }: Pick<InboxRow, 'id' | 'number' | 'kind'>): Opened => ({
  id,
  number,
  see: kind === 'unknown' ? id : null,
})

function openedIn(params: URLSearchParams): Opened | null {
  const number = params.get('number')
  return number === null ? null : { id: params.get('text'), number, see: params.get('see') }
}

const wordsOf = ({ id, number, see }: Opened) => ({ number, text: id ?? undefined, see: see ?? undefined })

/** What was open in the SMS tab when it was last left. */
export function lastOpened(): Opened | null {
  const params = lastParamsOf('sms')
  return params && openedIn(params)
}

/** What is open, filtered, searched for and being answered in the SMS tab: the address is where that is kept. */
export function useInboxView() {
  const { params, set, close } = useRoute()
  return useMemo(() => {
    return {
      filter: inboxFilters.find((one) => one === params.get('filter')) ?? 'all',
      search: params.get('search') ?? '',
      opened: openedIn(params),
      /** Number whose reply dialog is open. */
      replying: params.get('reply'),
      setFilter: (filter: InboxFilter) => set({ filter: filter === 'all' ? undefined : filter }),
      // A history entry for each letter of a search would make Back useless.
      setSearch: (search: string) => set({ search: search || undefined }, { replace: true }),
      clear: () => set({ filter: undefined, search: undefined }),
      /** `replace`: moving through the list must not fill the history. */
      open: (row: Opened, options?: { replace: boolean }) => set(wordsOf(row), options),
      close: () => close('number', 'text', 'see'),
      /** Opens the reply dialog; `row` is then open behind it. */
      reply: (to: string, row?: Opened) => set({ ...(row && wordsOf(row)), reply: to }),
      closeReply: () => close('reply'),
    }
  }, [params, set, close])
}
