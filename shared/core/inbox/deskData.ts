import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { plural } from '../../formats.ts'
import { useSession } from '../../host/session.ts'
import { queryKeyOf, refresh, useAction, useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { useUndoableAction } from '../../kit/useUndoableAction.ts'
import type { ConversationKey, DeskState, Note } from './conversation.ts'
import { KEEP_MS, shortDate } from './deskRules.ts'

/** Reads who answers which conversation again, and the lists, which leave out snoozed conversations. */
function refreshDesk(client: QueryClient) {
  void refresh(
    client,
    ['inbox', 'desk'],
    ['inbox', 'deskOf'],
    ['inbox', 'mine'],
    ['inbox', 'inboxPage'],
    ['inbox', 'inboxCounts'],
    ['replies', 'list'],
    ['replies', 'waiting'],
    ['replies', 'salons'],
  )
}

const useDeskList = () => useRead('inbox', 'desk', undefined, { staleTime: 0 })

/** Who answers a conversation of the list, and until when it is out of review. */
export function useDeskEntry({ number, salonId }: ConversationKey): DeskState | undefined {
  return useDeskList().data?.find((one) => one.number === number && one.salonId === salonId)
}

/** Allowance for a server clock behind that of the browser, ms. */
const MARGIN_MS = 2000
/** The longest that a timer can wait, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Reads everything again when the next conversation is released or comes back. */
export function useDeskTimer() {
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useDeskList()
  useEffect(() => {
    const ends = (data ?? [])
      .flatMap(({ takenUntil, snoozedUntil }) => [takenUntil, snoozedUntil])
      .filter((end) => end !== null)
    if (ends.length === 0) return
    const next = Math.min(...ends.map((end) => Date.parse(end)))
    const wait = Math.min(MAX_TIMER_MS, Math.max(0, next - dataUpdatedAt) + MARGIN_MS)
    const timer = setTimeout(() => refreshDesk(client), wait)
    return () => clearTimeout(timer)
  }, [client, data, dataUpdatedAt])
}

export interface Desk {
  given: ConversationKey
  state: DeskState | undefined
  /** Whether the reader has taken it. */
  isMine: boolean
  take: (over: boolean) => void
  release: () => void
}

const useDeskConversation = (given: ConversationKey) =>
  useRead('inbox', 'deskOf', given, { staleTime: 0, refetchOnMount: 'always' })

/** Who answers a conversation, and its notes. */
export function useDesk(given: ConversationKey): Desk {
  const { admin } = useSession()
  const state = useDeskConversation(given).data
  const failure = { title: 'Error', fallback: 'This was not saved. Try again.', showServerMessage: true }
  const settled = (_: unknown, client: QueryClient) => refreshDesk(client)
  const take = useUndoableAction({
    run: (undoable, over: boolean) => undoable().inbox.take({ ...given, over }),
    done: ({ takenBy }, _over, undo) => {
      if (takenBy === admin?.username) toast.undoable('You are answering', undefined, { undo })
    },
    settled,
    failure,
  })
  const release = useUndoableAction({
    run: (undoable, _: null) => undoable().inbox.release(given),
    done: (_state, _given, undo) => toast.undoable('Released', undefined, { undo }),
    settled,
    failure,
  })
  return {
    given,
    state,
    isMine: state?.takenBy != null && state.takenBy === admin?.username,
    take: (over) => take.mutate(over),
    release: () => release.mutate(null),
  }
}

/** Assigns a conversation; null ends it. */
export function useAssign(given: ConversationKey) {
  return useUndoableAction({
    run: (undoable, to: string | null) => undoable().inbox.assign({ ...given, to }),
    done: ({ assignedTo }, _to, undo) =>
      assignedTo === null
        ? toast.undoable('Unassigned', undefined, { undo })
        : toast.undoable('Assigned', `To ${assignedTo}`, { undo }),
    settled: (_, client) => refreshDesk(client),
    failure: { title: 'Error', fallback: 'This was not saved. Try again.', showServerMessage: true },
  })
}

export const useColleagues = () => useRead('inbox', 'colleagues', undefined, { refetchOnMount: 'always' })

/** Takes a conversation while a reply is written, at most once a minute. A colleague keeps theirs. */
export function useTakeWhileTyping(given: ConversationKey, text: string) {
  const client = useQueryClient()
  const keep = useAction({
    run: (api, _: null) => api.inbox.take({ ...given, over: false }),
    done: (state) =>
      client.setQueryData(queryKeyOf('inbox', 'deskOf', given), (now: object | undefined) =>
        now ? { ...now, ...state } : undefined,
      ),
    refreshes: [['inbox', 'desk']],
    // A failure must not disturb writing.
    failure: null,
  })
  const latest = useLatest(keep)
  const before = useRef(text)
  const last = useRef(0)
  useEffect(() => {
    if (text === before.current) return
    before.current = text
    if (text === '') last.current = 0
    if (text === '' || Date.now() - last.current < KEEP_MS) return
    last.current = Date.now()
    latest.current.mutate(null)
  }, [text, latest])
}

/** The notes of a conversation. `earlier` loads the page before those; null: there is none. */
export function useNotes(given: ConversationKey) {
  const read = useDeskConversation(given).data
  const conversation = `${given.salonId} ${given.number}`
  const [older, setOlder] = useState<{ of: string; notes: Note[]; more: boolean } | null>(null)
  const loaded = older?.of === conversation ? older : null
  const notes = useMemo(
    () => (read && loaded ? [...loaded.notes, ...read.notes] : read?.notes),
    [read, loaded],
  )
  const load = useAction({
    run: (api, notesBefore: string) => api.inbox.deskOf({ ...given, notesBefore }),
    done: (page) =>
      setOlder({
        of: conversation,
        notes: [...page.notes, ...(loaded?.notes ?? [])],
        more: page.earlierNotes ?? false,
      }),
    failure: { title: 'Error', fallback: 'The notes were not loaded. Try again.' },
  })
  const first = notes?.[0]?.id
  const hasMore = (loaded ? loaded.more : read?.earlierNotes) && first !== undefined
  return { notes, earlier: hasMore ? { loading: load.isPending, load: () => load.mutate(first) } : null }
}

export function useAddNote(given: ConversationKey) {
  return useAction({
    run: (api, body: string) => api.inbox.addNote({ ...given, body }),
    settled: (_, client) => refreshDesk(client),
    failure: null,
  })
}

export function useDeleteNote() {
  return useAction({
    run: (api, id: string) => api.inbox.deleteNote({ id }),
    settled: (_, client) => refreshDesk(client),
    failure: { title: 'Error', fallback: 'The note was not deleted. Try again.' },
  })
}

const skippedNote = (skipped: number) =>
  `${plural(skipped, 'conversation')} may hold an opt-out. Decide first whether it is one.`

/** Takes conversations out of review until a time; null brings them back. */
export function useSnooze() {
  return useUndoableAction({
    run: (undoable, change: { conversations: ConversationKey[]; until: Date | null }) =>
      undoable().inbox.snooze({ ...change, until: change.until?.toISOString() ?? null }),
    done: ({ changed, skipped }, { until }, undo) => {
      const [title, text] = until ? ['Later', `Back on ${shortDate(until)}`] : ['Back in review', undefined]
      const count = plural(changed, 'conversation')
      if (changed === 0) return toast.failure('Still in review', skippedNote(skipped))
      if (skipped === 0) return toast.undoable(title, text, { undo, count })
      const are = plural(changed, 'conversation is', 'conversations are')
      const rest = skippedNote(skipped)
      const told = until ? `${are} back on ${shortDate(until)}. ${rest}` : rest
      toast.undoable('Not all are out of review', told, { undo, tone: 'failure' })
    },
    settled: (_, client) => refreshDesk(client),
    failure: { title: 'Error', fallback: 'This was not saved. Try again.', showServerMessage: true },
  })
}

/** Marks the texts of conversations processed. */
export function useMarkConversations() {
  return useUndoableAction({
    run: (undoable, conversations: ConversationKey[]) => undoable().inbox.markProcessed({ conversations }),
    done: ({ changed, skipped }, _conversations, undo) => {
      if (skipped === 0)
        return toast.undoable('Marked processed', undefined, { undo, count: plural(changed, 'conversation') })
      const marked =
        changed > 0 ? `${plural(changed, 'conversation was', 'conversations were')} marked. ` : ''
      toast.undoable('Not all were marked', marked + skippedNote(skipped), { undo, tone: 'failure' })
    },
    settled: (_, client) => {
      refreshDesk(client)
      void client.invalidateQueries({ queryKey: ['/api/admin/conversation'] })
    },
    failure: { title: 'Update Failed', fallback: 'The texts were not marked. Try again.' },
  })
}
