import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlatform } from '../host/platform.ts'
import { queryKeyOf } from '../kit/data.ts'

/** The salons, newest first, by pages. `more` loads the next page; null on the last one. */
export function useSalonList() {
  const { api } = usePlatform()
  const read = useInfiniteQuery({
    queryKey: queryKeyOf('salons', 'list'),
    queryFn: ({ pageParam: cursor, signal }) => api.salons.list({ ...(cursor && { cursor }) }, { signal }),
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
