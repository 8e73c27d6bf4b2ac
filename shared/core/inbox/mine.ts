import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { searchMatcher } from '../../kit/search.ts'
import type { ConversationKey, InboundSms, MineEntry } from './conversation.ts'
import { draftIdOf } from './drafts.ts'

/** Conversations assigned to the reader or with a note that names the reader, newest first. */
export const useMine = () => useRead('inbox', 'mine', undefined, { staleTime: 0 })

export function useMineEntry({ number, salonId }: ConversationKey): MineEntry | undefined {
  return useMine().data?.find((one) => one.number === number && one.salonId === salonId)
}

/** Entries with work for the reader: new ones, and assigned conversations that wait for an answer. */
export const countMine = (entries: MineEntry[]): number =>
  entries.filter(({ seen, assigned, waiting }) => !seen || (assigned && waiting)).length

/** Marks what is new in the open conversation as seen. */
export function useSeeMine(given: ConversationKey) {
  const client = useQueryClient()
  const entry = useMineEntry(given)
  const { mutate } = useAction({
    run: (api, key: ConversationKey) => api.inbox.seen(key),
    optimistic: async ({ number, salonId }) => {
      client.setQueryData<MineEntry[]>(queryKeyOf('inbox', 'mine'), (now) =>
        now?.map((one) => (one.number === number && one.salonId === salonId ? { ...one, seen: true } : one)),
      )
    },
    refreshes: [['inbox', 'mine']],
    // It stays new until it is opened the next time.
    failure: null,
  })
  const { salonId, number } = given
  const news = entry && !entry.seen ? `${salonId} ${number} ${entry.at}` : null
  // Once for each: after a failure the entry is new again, and calls would follow each other without end.
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (news === null || sent.current === news) return
    sent.current = news
    mutate({ salonId, number })
  }, [news, mutate, salonId, number])
}

/** Entries that match a search, as rows of the agency's inbox. */
export function mineTexts(entries: MineEntry[], search: string): InboundSms[] {
  const matches = searchMatcher(search)
  return entries
    .filter(({ salonId }) => salonId === null)
    .filter(({ name, number, words }) => matches(`${name ?? ''}\n${words}\n${number}`.toLowerCase()))
    .map((entry) => ({
      id: draftIdOf(entry),
      from: entry.number,
      to: '',
      body: entry.words,
      receivedAt: entry.at,
      processed: !entry.waiting,
      needsReview: entry.waiting,
      businessName: entry.name,
      isOptOut: false,
      numSegments: 1,
      numMedia: 0,
      prospectId: null,
      intent: 'unclear',
      pendingReview: false,
    }))
}
