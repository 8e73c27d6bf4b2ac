import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { InboxFilter, InboxOrder } from './conversation.ts'

/** The order of what needs review, kept in this browser. */
export const useInboxOrder = create<{ order: InboxOrder }>()(
  persist((): { order: InboxOrder } => ({ order: 'waiting' }), { name: 'salonback.inboxOrder' }),
)

export const orderLabels: Record<InboxOrder, string> = {
  waiting: 'Longest waiting first',
  newest: 'Newest first',
}

/** The order of a list: only what needs review can be ordered. */
export const orderOf = (filter: InboxFilter, chosen: InboxOrder): InboxOrder =>
  filter === 'review' ? chosen : 'newest'
