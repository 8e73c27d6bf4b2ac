import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface ListPage<T> {
  items: T[]
  nextCursor: string | null
}

/**
 * A list that the server returns by pages. `more` loads the next page; null on the last one. With another key the former
 * list stays until the new one is there.
 */
export function usePages<T, P extends ListPage<T>>(
  queryKey: readonly unknown[],
  load: (cursor: string, signal: AbortSignal) => Promise<P & ListPage<T>>,
) {
  const read = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = read
  const items = useMemo(() => data?.pages.flatMap((page): T[] => page.items), [data])
  const more = hasNextPage
    ? { loading: isFetchingNextPage, load: () => void read.fetchNextPage({ cancelRefetch: false }) }
    : null
  return { items, first: data?.pages[0], error, refetch, more }
}
