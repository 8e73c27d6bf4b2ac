import { useMemo } from 'react'
import type { UrlParams } from '../../host/addresses.ts'
import { lastParamsOf, useRoute } from '../../host/routes.ts'
import { InboxFilter, OnlyTexts } from './conversation.ts'
import type { InboxRow } from './inboxRows.ts'

interface Opened {
  /** Id of the text it was opened from; null after a link from another screen, and for a whole conversation. */
  id: string | null
  number: string
  /** Id of an outbound text to scroll to. */
  see: string | null
}

/** A row of a whole conversation has its number as id, which the address holds already. */
export const selectionOfRow = ({ id, number, kind }: Pick<InboxRow, 'id' | 'number' | 'kind'>): Opened => ({
  id: id === number ? null : id,
  number,
  see: kind === 'unknown' ? id : null,
})

function openedFrom(params: UrlParams<'sms'>): Opened | null {
  const number = params.get('number')
  return number === null ? null : { id: params.get('text'), number, see: params.get('see') }
}

const toParams = ({ id, number, see }: Opened) => ({ number, text: id ?? undefined, see: see ?? undefined })

/** The conversation that was open when the SMS tab was last left. */
export function lastOpened(): Opened | null {
  const params = lastParamsOf('sms')
  return params && openedFrom(params)
}

/** State of the SMS tab, kept in the URL: open conversation, filter, search and reply dialog. */
export function useInboxView() {
  const { params, set, close } = useRoute<'sms'>()
  return useMemo(() => {
    return {
      filter: InboxFilter.options.find((one) => one === params.get('filter')) ?? 'review',
      only: OnlyTexts.options.find((one) => one === params.get('only')),
      search: params.get('search') ?? '',
      opened: openedFrom(params),
      /** Number in the open reply dialog. */
      replying: params.get('reply'),
      setFilter: (filter: InboxFilter) => set({ filter: filter === 'review' ? undefined : filter }),
      setOnly: (only: OnlyTexts | undefined) => set({ only }, { replace: true }),
      // replace: one history entry per letter would make Back useless.
      setSearch: (search: string) => set({ search: search || undefined }, { replace: true }),
      clear: () => set({ filter: 'all', only: undefined, search: undefined }),
      /** `replace`: for moving through the list without history entries. */
      open: (row: Opened, options?: { replace: boolean }) => set(toParams(row), options),
      close: () => close('number', 'text', 'see'),
      /** Opens the reply dialog, and the conversation of `row` behind it. */
      reply: (to: string, row?: Opened) => set({ ...(row && toParams(row)), reply: to }),
      closeReply: () => close('reply'),
    }
  }, [params, set, close])
}
