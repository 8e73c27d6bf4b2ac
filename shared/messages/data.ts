import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { hasMore, queryKeyOf, refresh, useAction, useRead } from '../kit/data.ts'
import type { ContactStatus } from '../prospects/contract.ts'
import type { Conversation, InboundSms, InboxCounts, InboxPage } from './contract.ts'

export const useInboxCounts = () =>
  useRead('messages', 'inboxCounts', undefined, { staleTime: 0, refetchOnMount: 'always' })

export const useUnknown = () => useRead('messages', 'unknown')

/** Everything said with one number. Read anew whenever it is opened. */
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

function showProcessed(client: QueryClient, number: string, ids: ReadonlySet<string>, processed: boolean) {
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

const MARKING = 'processed'

/**
 * Marks texts of one number processed, or pending again, once its conversation is read. Shown at once, taken back when
 * it fails; sent in the order in which somebody marked them.
 */
export function useSetProcessed() {
  const client = useQueryClient()
  return useAction({
    scope: MARKING,
    run: (api, { ids, processed }: { number: string; ids: string[]; processed: boolean }) =>
      Promise.all(ids.map((id) => api.messages.setProcessed({ id, processed }))),
    optimistic: async ({ number, ids, processed }) => {
      // A read that began before would show them again as they were.
      const reads = [inboxKey, countsKey, conversationKey(number)]
      await Promise.all(reads.map((queryKey) => client.cancelQueries({ queryKey })))
      showProcessed(client, number, new Set(ids), processed)
      return { number, ids, processed }
    },
    undo: ({ number, ids, processed }) => showProcessed(client, number, new Set(ids), !processed),
    settled: ({ number }) => {
      if (!hasMore(client, MARKING)) return refreshConversation(client, number)
      void client.invalidateQueries({ queryKey: conversationKey(number), refetchType: 'none' })
    },
    failure: { title: 'Update Failed', fallback: 'The text was not marked. Try again.' },
  })
}

/** Reads one conversation to mark it: for who asks for that before it is on the screen. */
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

/** A person says whether a text is an opt-out. */
export function useDecide(number: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, decision: { id: string; optOut: boolean }) => api.messages.decide(decision),
    settled: () => refreshConversation(client, number),
    failure: { title: 'Error', fallback: 'Your decision was not saved', serverWords: true },
  })
}

/** Shows a prospect's new status wherever its texts are shown. */
export function showContactStatus(client: QueryClient, prospectId: string, status: ContactStatus | null) {
  patchInbox(client, (sms) => (sms.prospectId === prospectId ? { ...sms, contactStatus: status } : sms))
  client.setQueriesData<Conversation>(
    { queryKey: queryKeyOf('messages', 'conversation', { number: '' }) },
    (now) => (now?.prospectId === prospectId ? { ...now, contactStatus: status } : now),
  )
}

/** Reads again what one conversation and the lists around it show. */
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

/** The decisions about an unknown text, and about its number after it was resolved as not sent. */
export type Decision = 'sent' | 'failed' | 'allow'

/** Resolves an unknown text as sent or not sent. Nothing is sent again either way. */
export function useResolveUnknown(number: string) {
  const client = useQueryClient()
  return useAction({
    run: (api, { id, decision }: { id: string; decision: Decision }) =>
      decision === 'allow'
        ? api.messages.allowFirstText({ id })
        : api.messages.resolveUnknown({ id, outcome: decision }),
    settled: () => refreshConversation(client, number),
    failure: { title: 'Error', fallback: 'Your decision was not saved', serverWords: true },
  })
}
