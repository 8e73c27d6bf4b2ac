import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlatform } from '../host/platform.ts'
import { callOf, type Feature, type Input, type Name, queryKeyOf, type Reply } from './data.ts'

type ItemOf<P> = P extends { items: (infer T)[] } ? T : never

interface ListPage<T> {
  items: T[]
  nextCursor: string | null
}

interface PagesOptions {
  enabled?: boolean
  /** What the list depends on besides the input. */
  reading?: unknown
}

/**
 * `useRead` for a list that the server returns by pages. `more` loads the next page; null on the last one. With other input
 * the former list stays until the new one is there.
 */
export function usePages<F extends Feature, K extends Name<F>>(
  feature: F,
  name: K,
  input?: Input<F, K>,
  { enabled = true, reading }: PagesOptions = {},
) {
  type Item = ItemOf<Reply<F, K>>
  const { api } = usePlatform()
  const key = queryKeyOf(feature, name, input)
  const read = useInfiniteQuery({
    queryKey: reading === undefined ? key : [...key, reading],
    enabled,
    queryFn: ({ pageParam: cursor, signal }) =>
      callOf(api, feature, name)({ ...input, ...(cursor && { cursor }) }, { signal }) as Promise<
        Reply<F, K> & ListPage<Item>
      >,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const { data: pages, error, refetch, hasNextPage, isFetchingNextPage } = read
  const data = useMemo(() => pages?.pages.flatMap((page): Item[] => page.items), [pages])
  const more = hasNextPage
    ? { loading: isFetchingNextPage, load: () => void read.fetchNextPage({ cancelRefetch: false }) }
    : null
  return { data, first: pages?.pages[0], error, refetch, more }
}
