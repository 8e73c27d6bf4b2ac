import { create } from 'zustand'
import { onReset } from '../host/reset.ts'
import type { InboxFilter, InboxRow } from './inboxRows.ts'

interface Selected {
  id: string | null
  number: string
  /** A text of ours to open the conversation at. */
  see: string | null
}

interface InboxView {
  filter: InboxFilter
  search: string
  /** The line being read, and the number whose conversation is open; a number alone after a link from elsewhere. */
  selected: Selected | null
  /** The line being read once it has been in this list: it stays though it no longer fits the filter. */
  kept: string | null
  /** Number whose reply dialog is open. */
  replying: string | null
}

const atFirst: InboxView = { filter: 'all', search: '', selected: null, kept: null, replying: null }

/** What this person looks at in the SMS tab; it outlives a visit to another tab. */
export const useInboxView = create<InboxView>(() => atFirst)

onReset(() => useInboxView.setState(atFirst))

export const setFilter = (filter: InboxFilter) => useInboxView.setState({ filter, kept: null })
export const setSearch = (search: string) => useInboxView.setState({ search, kept: null })
export const openRow = ({ id, number, kind }: Pick<InboxRow, 'id' | 'number' | 'kind'>) =>
  useInboxView.setState({ selected: { id, number, see: kind === 'unknown' ? id : null }, kept: id })
export const keep = (kept: string) => useInboxView.setState({ kept })
export const openNumber = (number: string) =>
  useInboxView.setState({ selected: { id: null, number, see: null } })
export const closeConversation = () => useInboxView.setState({ selected: null })
export const openReply = (number: string) => useInboxView.setState({ replying: number })
export const closeReply = () => useInboxView.setState({ replying: null })
