import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type ConversationKey,
  MAX_SEARCH,
  type MineEntry,
  type OnlyTexts,
  type ReplyOutcome,
} from '../../core/inbox/conversation.ts'
import { refreshConversation } from '../../core/inbox/data.ts'
import { draftIdOf } from '../../core/inbox/drafts.ts'
import { useMine } from '../../core/inbox/mine.ts'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { searchMatcher } from '../../kit/search.ts'
import { toast } from '../../kit/toasts.ts'
import { usePages } from '../../kit/usePages.ts'
import type { Texted } from '../bookingTexts/texted.ts'
import type { Told } from '../handover/contract.ts'
import { toldText } from '../handover/words.ts'
import type { SalonReply } from './contract.ts'

export type RepliesState = 'waiting' | 'all'

/** Which texts the desk lists. */
export interface RepliesFilter {
  state: RepliesState
  salon?: string | undefined
  search?: string | undefined
  only?: OnlyTexts | undefined
}

/** What is the reader's, as rows of the desk. */
function useMineReplies(filter: RepliesFilter) {
  const { data, error, refetch } = useMine()
  const { salon, search = '' } = filter
  const list = useMemo(() => data && mineReplies(data, { salon, search }), [data, salon, search])
  return { data: list, error, refetch, more: null }
}

function mineReplies(
  entries: MineEntry[],
  { salon, search }: { salon: string | undefined; search: string },
): SalonReply[] {
  const matches = searchMatcher(search)
  return entries.flatMap(({ salonId, salonName, number, name, words, at, waiting }) =>
    salonId === null ||
    (salon && salon !== salonId) ||
    !matches(`${name ?? ''}\n${words}\n${number}`.toLowerCase())
      ? []
      : {
          id: draftIdOf({ salonId, number }),
          salonId,
          salonName: salonName ?? '',
          clientId: null,
          firstName: name,
          phone: number,
          body: words,
          receivedAt: at,
          processed: !waiting,
          isOptOut: false,
          numMedia: 0,
          intent: 'unclear',
          pendingReview: false,
          outcome: null,
        },
  )
}

/** Rows of the desk by pages. What is the reader's is in any state. */
export function useReplies(filter: RepliesFilter) {
  const { state, salon, search, only } = filter
  const input = {
    state,
    ...(salon && { salon }),
    ...(search && { search: search.slice(0, MAX_SEARCH) }),
    ...(only && { only }),
  }
  const pages = usePages('replies', 'list', input, { enabled: only !== 'mine' })
  const mine = useMineReplies(filter)
  return only === 'mine' ? mine : pages
}

/** A conversation of a salon. */
export interface Opened extends ConversationKey {
  salonId: string
}

export const useSalonConversation = ({ salonId, number }: Opened) =>
  useRead('replies', 'conversation', { id: salonId, number }, { staleTime: 0, refetchOnMount: 'always' })

type Pages = InfiniteData<{ items: SalonReply[]; nextCursor: string | null }>

/** What staff say about a text. `waiting`: the texts of its conversation that wait. */
interface Marking {
  messageId: string
  outcome: ReplyOutcome | null
  visitAt?: string | null
  tellOwner?: boolean
  /** Words of a text to the client about the booking. */
  textClient?: string
  waiting: string[]
}

/** How the owner and the client learn of a booking. */
interface Notified {
  told?: Told | undefined
  texted?: Texted | undefined
}

/** Asks the owner of the salon about a text of a client. `owner`: the first name, for the message. */
export function useAskOwner(opened: Opened, owner: string) {
  return useAction({
    scope: 'salon-replies',
    run: (api, messageId: string) => api.replies.ask({ id: opened.salonId, messageId }),
    done: ({ told }) => {
      const show = told === 'unreachable' ? toast.failure : toast.success
      show(told === 'before' ? 'Asked before' : `Asked ${owner}`, toldText[told](owner))
    },
    settled: (_, client) => refreshConversation(client, opened),
    refreshes: [
      ['inbox', 'desk'],
      ['inbox', 'deskOf'],
    ],
    failure: { title: 'Not asked', fallback: 'The owner was not asked. Try again.', showServerMessage: true },
  })
}

interface UsePassOn {
  onDone: () => void
  /** The conversation waits again. */
  onUndo: () => void
}

/** Sends the owner's answer to the client, which can be undone until it leaves. */
export function usePassOn(opened: Opened, { onDone, onUndo }: UsePassOn) {
  const scope = 'salon-replies'
  const settled = (_: unknown, client: QueryClient) => refreshConversation(client, opened)
  const undoing = useAction({
    scope,
    run: (api, messageId: string) => api.replies.passOn({ id: opened.salonId, messageId, undo: true }),
    settled,
    failure: { title: 'Not undone', fallback: 'The text may have left.', showServerMessage: true },
  })
  return useAction({
    scope,
    run: (api, { messageId }: { messageId: string; words: string }) =>
      api.replies.passOn({ id: opened.salonId, messageId }),
    done: (_, { messageId, words }) => {
      const undo = () => {
        undoing.mutate(messageId)
        onUndo()
      }
      toast.undoable('Leaves in ten seconds', words, { undo })
      onDone()
    },
    settled,
    failure: { title: 'Not passed on', fallback: 'Nothing was sent. Try again.', showServerMessage: true },
  })
}

/** Takes back what `useSetOutcome` stored. Sent after it, in the same scope. `name`: of the client. */
export function useUndoOutcome(opened: Opened, name: string) {
  return useAction({
    scope: 'salon-replies',
    run: (api, marked: { messageId: string; outcome: ReplyOutcome }) =>
      api.replies.undoOutcome({ id: opened.salonId, ...marked }),
    done: ({ textLeft }) => {
      if (textLeft) toast.note(`${name} has the text already`, 'Please text what is true now.')
    },
    settled: (_, client) => refreshConversation(client, opened),
    failure: { title: 'Not undone', fallback: 'Nothing was undone. Try again.', showServerMessage: true },
  })
}

/**
 * Marks a conversation done with what it means, or waiting. Done texts leave the list before the server answers. `onNotified`:
 * the owner or the client gets a text about it, or cannot be reached.
 */
export function useSetOutcome(opened: Opened, onNotified: (notified: Notified, marking: Marking) => void) {
  const client = useQueryClient()
  const waitingKey = queryKeyOf('replies', 'list', { state: 'waiting' })
  return useAction({
    scope: 'salon-replies',
    run: (api, { waiting: _, ...marking }: Marking) =>
      api.replies.setOutcome({ id: opened.salonId, ...marking }),
    optimistic: async ({ waiting, outcome }) => {
      await client.cancelQueries({ queryKey: waitingKey })
      if (outcome === null) return
      const left = ({ items, ...page }: Pages['pages'][number]) => ({
        ...page,
        items: items.filter(({ id }) => !waiting.includes(id)),
      })
      // In every filter and search.
      client.setQueriesData<Pages>(
        { queryKey: waitingKey },
        (data) => data && { ...data, pages: data.pages.map(left) },
      )
    },
    done: ({ told, texted }, marking) => {
      if (told || texted) onNotified({ told, texted }, marking)
    },
    settled: () => refreshConversation(client, opened),
    refreshes: [['inbox', 'deskOf']],
    failure: {
      title: 'Update Failed',
      fallback: 'The text was not marked. Try again.',
      showServerMessage: true,
    },
  })
}
