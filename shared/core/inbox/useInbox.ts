import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { useLatest } from '../../kit/useLatest.ts'
import {
  type InboxFilter,
  type InboxOrder,
  type InboxPage,
  MAX_SEARCH,
  type OnlyTexts,
} from './conversation.ts'
import { matchingTexts } from './inboxRows.ts'

/** Texts per page: a few screens full. */
const PAGE_SIZE = 50

export interface View {
  filter: InboxFilter
  order: InboxOrder
  search: string
  only?: OnlyTexts | undefined
  enabled?: boolean
}

/** The next page of older texts. */
export interface OlderTexts {
  loading: boolean
  /** False while the list is being read and after a failed attempt, which only the user repeats. */
  canAutoLoad: boolean
  load: () => void
}

/**
 * The received texts of one filter and search, in its order. `typed` is the search box as it is now: until the server
 * has answered that search, the texts already loaded are searched here and `isPreview` is true.
 */
export function useInbox({ filter, order, search, only, enabled = true }: View, typed: string) {
  const { api } = usePlatform()
  const client = useQueryClient()
  const input = useMemo(
    () => ({ filter, order, search: search.slice(0, MAX_SEARCH), limit: PAGE_SIZE, ...(only && { only }) }),
    [filter, order, search, only],
  )
  const queryKey = useMemo(() => queryKeyOf('inbox', 'inboxPage', input), [input])
  const read = useInfiniteQuery({
    queryKey,
    enabled,
    queryFn: ({ pageParam: before, signal }) =>
      api.inbox.inboxPage({ ...input, ...(before && { before }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  // Every loaded page is read again when the view is next opened, so only the first is kept.
  useEffect(
    () => () =>
      void client.setQueryData<InfiniteData<InboxPage>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      ),
    [client, queryKey],
  )

  const { data, isPlaceholderData, isFetching, isFetchingNextPage, isFetchNextPageError } = read
  const isPreview = isPlaceholderData || typed !== search
  const list = useMemo(() => {
    const texts = data?.pages.flatMap((page) => page.texts)
    return texts && isPreview ? matchingTexts(texts, typed) : texts
  }, [data, isPreview, typed])
  const older: OlderTexts | null =
    isPreview || !read.hasNextPage
      ? null
      : {
          loading: isFetchingNextPage,
          canAutoLoad: !isFetching && !isFetchNextPageError,
          // cancelRefetch: false, or a refetch that an event started would be lost.
          load: () => void read.fetchNextPage({ cancelRefetch: false }),
        }
  return { list, isPreview, error: read.error, refetch: () => void read.refetch(), older }
}

/** Loads the next page when the end of the list is near. */
export function useLoadOlder(older: OlderTexts | null, isNearEnd: boolean) {
  const latest = useLatest(older)
  const shouldLoad = isNearEnd && older?.canAutoLoad
  useEffect(() => {
    if (shouldLoad) latest.current?.load()
  }, [shouldLoad, latest])
}
