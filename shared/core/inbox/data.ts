import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { hasPendingActions, queryKeyOf, refresh, useAction, useRead } from '../../kit/data.ts'
import type { ContactStatus } from './contactStatus.ts'
import type { Conversation, InboundSms, InboxCounts, InboxPage } from './contract.ts'

export const useInboxCounts = () =>
  useRead('messages', 'inboxCounts', undefined, { staleTime: 0, refetchOnMount: 'always' })

export const useUnknownTexts = () => useRead('messages', 'unknown')

/** All texts with one number. Read again whenever it is opened. */
export function useConversation(number: string | null) {
  return useRead(
    'messages',
    'conversation',
    { number: number ?? '' },
    { enabled: number !== null, staleTime: 0, refetchOnMount: 'always' },
  )
}

const conversationKey = (number: string) => queryKeyOf('messages', 'conversation', { number })

const inboxKey = queryKeyOf('messages', 'inboxPage')
const countsKey = queryKeyOf('messages', 'inboxCounts')

/** Changes cached texts in every filter and search of the inbox. */
function patchInbox(client: QueryClient, change: (sms: InboundSms) => InboundSms) {
  client.setQueriesData<InfiniteData<InboxPage>>(
    { queryKey: inboxKey },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, texts: page.texts.map(change) })) },
  )
}

function patchConversation(client: QueryClient, number: string, change: (now: Conversation) => Conversation) {
  client.setQueryData<Conversation>(conversationKey(number), (now) => (now ? change(now) : now))
}

function patchProcessed(client: QueryClient, number: string, ids: ReadonlySet<string>, processed: boolean) {
  const more = processed ? ids.size : -ids.size
  client.setQueryData<InboxCounts>(
    countsKey,
    (now) => now && { ...now, review: now.review - more, processed: now.processed + more },
  )
  patchInbox(client, (sms) => (ids.has(sms.id) ? { ...sms, processed, needsReview: !processed } : sms))
  patchConversation(client, number, (now) => ({
    ...now,
    messages: now.messages.map((message) => (ids.has(message.id) ? { ...message, processed } : message)),
  }))
}

const MARK_SCOPE = 'processed'

/** Marks texts of one number processed or pending. Optimistic, rolled back on failure, and sent in order. */
export function useSetProcessed() {
  const client = useQueryClient()
  return useAction({
    scope: MARK_SCOPE,
    run: (api, { ids, processed }: { number: string; ids: string[]; processed: boolean }) =>
      Promise.all(ids.map((id) => api.messages.setProcessed({ id, processed }))),
    optimistic: async ({ number, ids, processed }) => {
      // A read that started earlier would overwrite the optimistic state.
      const reads = [inboxKey, countsKey, conversationKey(number)]
      await Promise.all(reads.map((queryKey) => client.cancelQueries({ queryKey })))
      patchProcessed(client, number, new Set(ids), processed)
      return { number, ids, processed }
    },
    undo: ({ number, ids, processed }) => patchProcessed(client, number, new Set(ids), !processed),
    settled: ({ number }) => {
      if (!hasPendingActions(client, MARK_SCOPE)) return refreshConversation(client, number)
      void client.invalidateQueries({ queryKey: conversationKey(number), refetchType: 'none' })
    },
    failure: { title: 'Update Failed', fallback: 'The text was not marked. Try again.' },
  })
}

/** Reads a conversation and calls `then` with it, to mark texts before it is on screen. */
export function useReadConversation(then: (conversation: Conversation) => void) {
  const client = useQueryClient()
  return useAction({
    run: (api, number: string) => api.messages.conversation({ number }),
    done: (conversation, number) => {
      client.setQueryData(conversationKey(number), conversation)
      then(conversation)
    },
    failure: { title: 'Update Failed', fallback: 'The text was not marked. Try again.' },
  })
}

/** Records whether a text is an opt-out. */
export function useDecideOptOut(number: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, decision: { id: string; optOut: boolean }) => api.messages.decide(decision),
    settled: () => refreshConversation(client, number),
    failure: { title: 'Error', fallback: 'Your decision was not saved', showServerMessage: true },
  })
}

/** Updates a prospect's status in the cached inbox and conversations. */
export function showContactStatus(client: QueryClient, prospectId: string, status: ContactStatus | null) {
  patchInbox(client, (sms) => (sms.prospectId === prospectId ? { ...sms, contactStatus: status } : sms))
  client.setQueriesData<Conversation>(
    { queryKey: queryKeyOf('messages', 'conversation', { number: '' }) },
    (now) => (now?.prospectId === prospectId ? { ...now, contactStatus: status } : now),
  )
}

/** Invalidates one conversation, the inbox and the metrics. */
export function refreshConversation(client: QueryClient, number: string) {
  void client.invalidateQueries({ queryKey: conversationKey(number) })
  void refresh(
    client,
    ['messages', 'inboxPage'],
    ['messages', 'inboxCounts'],
    ['messages', 'unknown'],
    ['metrics', 'sms'],
  )
}

export function useRecordOptOut(number: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, reason: string) => api.messages.recordOptOut({ phoneNumber: number, reason }),
    settled: () => refreshConversation(client, number),
    failure: null,
  })
}

export function useUndoOptOut(number: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, reason: string) => api.messages.undoOptOut({ number, reason }),
    settled: () => refreshConversation(client, number),
    failure: null,
  })
}

/** Resolution of a text with unknown outcome. `allow`: its number may get another first text after `failed`. */
export type UnknownResolution = 'sent' | 'failed' | 'allow'

/** Resolves a text with unknown outcome. It is not sent again. */
export function useResolveUnknown(number: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, { id, decision }: { id: string; decision: UnknownResolution }) =>
      decision === 'allow'
        ? api.messages.allowFirstText({ id })
        : api.messages.resolveUnknown({ id, outcome: decision }),
    settled: () => refreshConversation(client, number),
    failure: { title: 'Error', fallback: 'Your decision was not saved', showServerMessage: true },
  })
}
