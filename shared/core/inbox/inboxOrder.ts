import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type InboxFilter, InboxOrder } from './conversation.ts'

const Stored = z.object({ order: InboxOrder })

/** The order of what needs review, kept in this browser. */
export const useInboxOrder = create<{ order: InboxOrder }>()(
  persist((): { order: InboxOrder } => ({ order: 'waiting' }), {
    name: 'salonback.inboxOrder',
    // The server refuses an order that it does not know, and the inbox would stay closed.
    merge: (stored, initial) => Stored.safeParse(stored).data ?? initial,
  }),
)

export const orderLabels: Record<InboxOrder, string> = {
  waiting: 'Longest waiting first',
  newest: 'Newest first',
}

/** The order of a list: only what needs review can be ordered. */
export const orderOf = (filter: InboxFilter, chosen: InboxOrder): InboxOrder =>
  filter === 'review' ? chosen : 'newest'
