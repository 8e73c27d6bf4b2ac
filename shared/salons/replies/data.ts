import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OnlyTexts, ReplyOutcome } from '../../core/inbox/contract.ts'
import { type Reply, useDraft, useSending } from '../../core/inbox/useReply.ts'
import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf, refresh, useAction, useRead } from '../../kit/data.ts'
import type { SalonConversation, SalonReply } from './contract.ts'

export type RepliesState = 'waiting' | 'all'

/** A conversation: a salon and a phone. */
export interface Opened {
  salonId: string
  number: string
}

/** Received texts by pages. `more` loads the next page; null on the last one. */
export function useReplies(state: RepliesState, only?: OnlyTexts) {
  const { api } = usePlatform()
  const read = useInfiniteQuery({
    queryKey: queryKeyOf('salonReplies', 'list', { state, ...(only && { only }) }),
    queryFn: ({ pageParam: cursor, signal }) =>
      api.salonReplies.list({ state, ...(only && { only }), ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = read
  const list = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  const more = hasNextPage
    ? { loading: isFetchingNextPage, load: () => void read.fetchNextPage({ cancelRefetch: false }) }
    : null
  return { read: { data: list, error, refetch }, more }
}

const inputOf = ({ salonId, number }: Opened) => ({ id: salonId, number })

export const useSalonConversation = (opened: Opened) =>
  useRead('salonReplies', 'conversation', inputOf(opened), { staleTime: 0, refetchOnMount: 'always' })

/** Reads the conversation, the desk and the counts again. */
function useRefresh(opened: Opened) {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeyOf('salonReplies', 'conversation', inputOf(opened)) })
    void refresh(client, ['salonReplies', 'list'], ['salonReplies', 'waiting'], ['salons', 'list'])
  }
}

type Pages = InfiniteData<{ items: SalonReply[]; nextCursor: string | null }>

/** What staff say about a text. `waiting`: the texts of its conversation that wait. */
interface Marking {
  messageId: string
  outcome: ReplyOutcome | null
  visitAt?: string | null
  waiting: string[]
}

/** Marks a conversation done with what it means, or waiting. Done texts leave the list before the server answers. */
export function useSetOutcome(opened: Opened) {
  const client = useQueryClient()
  const refreshDesk = useRefresh(opened)
  const waitingKey = queryKeyOf('salonReplies', 'list', { state: 'waiting' })
  return useAction({
    scope: 'salon-replies',
    run: (api, { waiting: _, ...marking }: Marking) =>
      api.salonReplies.setOutcome({ id: opened.salonId, ...marking }),
    optimistic: async ({ waiting, outcome }) => {
      await client.cancelQueries({ queryKey: waitingKey })
      if (outcome === null) return
      const left = ({ items, ...page }: Pages['pages'][number]) => ({
        ...page,
        items: items.filter(({ id }) => !waiting.includes(id)),
      })
      client.setQueryData<Pages>(waitingKey, (data) => data && { ...data, pages: data.pages.map(left) })
    },
    settled: refreshDesk,
    failure: {
      title: 'Update Failed',
      fallback: 'The text was not marked. Try again.',
      showServerMessage: true,
    },
  })
}

/** Resolves a text of a salon with unknown outcome. It is not sent again. */
export function useResolveText(salonId: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, resolution: { messageId: string; outcome: 'sent' | 'failed' }) =>
      api.salonReplies.resolveUnknown({ id: salonId, ...resolution }),
    // All reads of this salon: its conversations, unknown texts and campaigns.
    settled: () => client.invalidateQueries({ queryKey: queryKeyOf('salons', 'get', { id: salonId }) }),
    failure: { title: 'Error', fallback: 'Your decision was not saved', showServerMessage: true },
  })
}

/** Records whether a text is an opt-out. */
export function useDecideReply(opened: Opened) {
  const refreshDesk = useRefresh(opened)
  return useAction({
    run: (api, { messageId, optOut }: { messageId: string; optOut: boolean }) =>
      api.salonReplies.decide({ id: opened.salonId, messageId, optOut }),
    settled: refreshDesk,
    failure: { title: 'Error', fallback: 'Your decision was not saved', showServerMessage: true },
  })
}

/** Drafts of a salon have their own keys: the agency may write to the same number. */
export const draftIdOf = ({ salonId, number }: Opened) => `${salonId} ${number}`

/** The reply of a salon to a number. */
export function useSalonReply(opened: Opened, conversation: SalonConversation | undefined): Reply {
  const { api } = usePlatform()
  const refreshDesk = useRefresh(opened)
  const draftId = draftIdOf(opened)
  const draft = useDraft(draftId)
  return useSending({
    draftId,
    draft,
    body: draft.text.trim(),
    conversation,
    post: ({ text }, idempotencyKey) =>
      api.salonReplies.reply(
        { id: opened.salonId, phoneNumber: opened.number, message: text.trim() },
        { idempotencyKey },
      ),
    onAnswer: refreshDesk,
  })
}
