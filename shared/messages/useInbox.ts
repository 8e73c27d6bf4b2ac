import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePlatform } from '../host/platform.ts'
import { queryKeyOf, useAction } from '../kit/data.ts'
import { useLatest } from '../kit/useLatest.ts'
import type { InboxFilter } from './contract.ts'
import { type LoadedInbox, readAgain, withOlderPage, withoutOlderPages } from './inboxPages.ts'
import { matching } from './inboxRows.ts'

/** Texts in a page: some screens full, and again with every event. */
const PAGE = 50
/** Characters that the server takes. */
const MAX_SEARCH = 200

export interface View {
  filter: InboxFilter
  search: string
}

/** Older texts, where there are any. */
export interface Older {
  /** Where they begin. */
  from: string
  loading: boolean
  /** The last try failed; the next is a person's. */
  failed: boolean
  load: () => void
}

/**
 * One view of the texts we got, newest first, as far as it is loaded. When something changes the first page is
 * read again, and of those below it what holds a changed text. `kept` is the text being read: it stays though it no longer fits. `typed` is what the view is to search for
 * in a moment: until then, and while a view loads, the rows here are searched.
 */
export function useInbox({ filter, search }: View, typed: string, kept: string | null) {
  const { api } = usePlatform()
  const client = useQueryClient()
  const asked = useMemo(
    () => ({ filter, search: search.slice(0, MAX_SEARCH), limit: PAGE }),
    [filter, search],
  )
  const key = useMemo(() => queryKeyOf('messages', 'inboxPage', asked), [asked])
  const latestKept = useLatest(kept)
  const read = useQuery<LoadedInbox>({
    queryKey: key,
    queryFn: ({ signal }) =>
      readAgain(
        (before) => api.messages.inboxPage({ ...asked, ...(before && { before }) }, { signal }),
        () => client.getQueryData<LoadedInbox>(key),
        () => textOf(client, latestKept.current),
      ),
    staleTime: 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  useEffect(
    () => () => {
      client.setQueryData<LoadedInbox>(key, (now) => now && withoutOlderPages(now, PAGE))
    },
    [client, key],
  )

  const { data, isPlaceholderData } = read
  const list = useMemo(() => {
    if (!isPlaceholderData && typed === search) return data?.texts
    return data && matching(data.texts, typed)
  }, [data, isPlaceholderData, typed, search])
  const older = useOlder(asked, key)
  const next = isPlaceholderData || typed !== search ? null : (data?.next ?? null)
  return {
    list,
    /** These are rows of another view that fit this one, until its own are here. */
    isPreview: isPlaceholderData || typed !== search,
    error: read.error,
    retry: () => void read.refetch(),
    older: next === null ? null : older(next),
  }
}

/** A text as it is known here, in whichever view: it may have been marked before the one that is shown had loaded. */
function textOf(client: QueryClient, id: string | null) {
  const views = client.getQueriesData<LoadedInbox>({ queryKey: queryKeyOf('messages', 'inboxPage') })
  return views.flatMap(([, loaded]) => loaded?.texts.find((text) => text.id === id) ?? []).at(0)
}

type Asked = View & { limit: number }

function useOlder(asked: Asked, key: readonly unknown[]) {
  const client = useQueryClient()
  // Several places ask for the next page in the same frame: the list near its end, and who moves by key.
  const running = useRef('')
  const { isPending, isError, variables, mutate } = useAction({
    run: (api, { view, from }: { view: Asked; key: readonly unknown[]; from: string }) =>
      api.messages.inboxPage({ ...view, before: from }),
    // The view it was asked for, which may have been left meanwhile: the same place may be in several.
    done: (page, { key, from }) =>
      client.setQueryData<LoadedInbox>(key, (now) => now && withOlderPage(now, from, page)),
    settled: () => {
      running.current = ''
    },
    failure: null,
  })
  return (from: string): Older => {
    const isThis = variables?.key === key && variables.from === from
    return {
      from,
      loading: isThis && isPending,
      failed: isThis && isError,
      load: () => {
        const what = JSON.stringify([key, from])
        if (running.current === what) return
        running.current = what
        mutate({ view: asked, key, from })
      },
    }
  }
}

/** Loads older texts by itself while somebody is about to reach the end of those that are here. */
export function useLoadOlder(older: Older | null, isNear: boolean) {
  const latest = useLatest(older)
  const from = isNear && older && !older.loading && !older.failed ? older.from : null
  useEffect(() => {
    if (from !== null) latest.current?.load()
  }, [from, latest])
}
