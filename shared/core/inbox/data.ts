import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../formats.ts'
import { hasPendingActions, queryKeyOf, refresh, useAction, useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useUndoableAction } from '../../kit/useUndoableAction.ts'
import type { ContactStatus } from './contactStatus.ts'
import type { Conversation, ConversationKey, InboundSms, InboxCounts, InboxPage } from './conversation.ts'
import { agencyConversation } from './conversationRules.ts'

export const useInboxCounts = () =>
  useRead('inbox', 'inboxCounts', undefined, { staleTime: 0, refetchOnMount: 'always' })

export const useUnknownTexts = () => useRead('inbox', 'unknown')

/** All texts with one number. Read again whenever it is opened. */
export function useConversation(number: string | null) {
  return useRead(
    'inbox',
    'conversation',
    { number: number ?? '' },
    { enabled: number !== null, staleTime: 0, refetchOnMount: 'always' },
  )
}

const readKeyOf = ({ salonId, number }: ConversationKey) =>
  salonId === null
    ? queryKeyOf('inbox', 'conversation', { number })
    : queryKeyOf('replies', 'conversation', { id: salonId, number })

const inboxKey = queryKeyOf('inbox', 'inboxPage')
const countsKey = queryKeyOf('inbox', 'inboxCounts')

/** Changes cached texts in every filter and search of the inbox. */
function patchInbox(client: QueryClient, change: (sms: InboundSms) => InboundSms) {
  client.setQueriesData<InfiniteData<InboxPage>>(
    { queryKey: inboxKey },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, texts: page.texts.map(change) })) },
  )
}

function patchConversation(client: QueryClient, number: string, change: (now: Conversation) => Conversation) {
  client.setQueryData<Conversation>(readKeyOf(agencyConversation(number)), (now) => (now ? change(now) : now))
}

function patchProcessed(client: QueryClient, number: string, ids: ReadonlySet<string>, processed: boolean) {
  const sign = processed ? 1 : -1
  client.setQueryData<InboxCounts>(
    countsKey,
    (now) =>
      now && {
        ...now,
        review: Math.max(0, now.review - sign),
        processed: now.processed + sign * ids.size,
      },
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
  return useUndoableAction({
    scope: MARK_SCOPE,
    run: (undoable, { ids, processed }: { number: string; ids: string[]; processed: boolean }) =>
      Promise.all(ids.map((id) => undoable().inbox.setProcessed({ id, processed }))),
    done: (_reply, { ids, processed }, undo) =>
      toast.undoable(processed ? 'Marked processed' : 'Back to Pending', undefined, {
        undo,
        count: plural(ids.length, 'text'),
      }),
    optimistic: async ({ number, ids, processed }) => {
      // A read that started earlier would overwrite the optimistic state.
      const reads = [inboxKey, countsKey, readKeyOf(agencyConversation(number))]
      await Promise.all(reads.map((queryKey) => client.cancelQueries({ queryKey })))
      patchProcessed(client, number, new Set(ids), processed)
      return { number, ids, processed }
    },
    undo: ({ number, ids, processed }) => patchProcessed(client, number, new Set(ids), !processed),
    settled: ({ number }) => {
      if (!hasPendingActions(client, MARK_SCOPE))
        return refreshConversation(client, agencyConversation(number))
      void client.invalidateQueries({ queryKey: readKeyOf(agencyConversation(number)), refetchType: 'none' })
    },
    failure: { title: 'Update Failed', fallback: 'The text was not marked. Try again.' },
  })
}

/** Reads a conversation and calls `then` with it, to mark texts before it is on screen. */
export function useReadConversation(then: (conversation: Conversation) => void) {
  const client = useQueryClient()
  return useAction({
    run: (api, number: string) => api.inbox.conversation({ number }),
    done: (conversation, number) => {
      client.setQueryData(readKeyOf(agencyConversation(number)), conversation)
      then(conversation)
    },
    failure: { title: 'Update Failed', fallback: 'The text was not marked. Try again.' },
  })
}

/** Records whether a text is an opt-out. */
export function useDecideOptOut({ salonId, number }: ConversationKey) {
  return useUndoableAction({
    run: (undoable, { id, optOut }: { id: string; optOut: boolean }): Promise<unknown> =>
      salonId === null
        ? undoable().inbox.decide({ id, optOut })
        : undoable().replies.decide({ id: salonId, messageId: id, optOut }),
    done: (_reply, { optOut }, undo) => {
      if (optOut) toast.success('Opted out', 'Only an admin can undo this, with a reason.')
      else toast.undoable('Not an opt-out', 'Texts to this number go out again.', { undo })
    },
    settled: (_, client) => refreshConversation(client, { salonId, number }),
    failure: { title: 'Error', fallback: 'Your decision was not saved', showServerMessage: true },
  })
}

/** Updates a prospect's status in the cached inbox and conversations. */
export function showContactStatus(client: QueryClient, prospectId: string, status: ContactStatus | null) {
  patchInbox(client, (sms) => (sms.prospectId === prospectId ? { ...sms, contactStatus: status } : sms))
  client.setQueriesData<Conversation>(
    { queryKey: queryKeyOf('inbox', 'conversation', { number: '' }) },
    (now) => (now?.prospectId === prospectId ? { ...now, contactStatus: status } : now),
  )
}

/** Reads a conversation, the lists and the figures that depend on it again. */
export function refreshConversation(client: QueryClient, key: ConversationKey) {
  void client.invalidateQueries({ queryKey: readKeyOf(key) })
  void (key.salonId === null
    ? refresh(
        client,
        ['inbox', 'inboxPage'],
        ['inbox', 'inboxCounts'],
        ['inbox', 'unknown'],
        ['metrics', 'sms'],
      )
    : refresh(client, ['replies', 'list'], ['replies', 'waiting'], ['replies', 'salons'], ['salons', 'list']))
}

/** Records or undoes an opt-out by hand. */
export const useChangeOptOut = (number: string, change: 'record' | 'undo') =>
  useAction({
    run: (api, reason: string): Promise<unknown> =>
      change === 'undo'
        ? api.inbox.undoOptOut({ number, reason })
        : api.inbox.recordOptOut({ phoneNumber: number, reason }),
    settled: (_, client) => refreshConversation(client, agencyConversation(number)),
    failure: null,
  })

/** Resolution of a text with unknown outcome. `allow`: its number may get another first text after `failed`. */
export type UnknownResolution = 'sent' | 'failed' | 'allow'

/** Resolves a text with unknown outcome. It is not sent again. */
export function useResolveUnknown(key: ConversationKey) {
  const { salonId } = key
  return useAction({
    run: (api, { id, decision }: { id: string; decision: UnknownResolution }) => {
      if (decision === 'allow') return api.inbox.allowFirstText({ id })
      if (salonId === null) return api.inbox.resolveUnknown({ id, outcome: decision })
      return api.replies.resolveUnknown({ id: salonId, messageId: id, outcome: decision })
    },
    settled: (_, client) => {
      refreshConversation(client, key)
      // All reads of this salon: its unknown texts and campaigns.
      if (salonId !== null)
        void client.invalidateQueries({ queryKey: queryKeyOf('salons', 'get', { id: salonId }) })
    },
    failure: { title: 'Error', fallback: 'Your decision was not saved', showServerMessage: true },
  })
}
