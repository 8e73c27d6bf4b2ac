import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { usePages } from '../../kit/usePages.ts'

/** The salons, newest first, by pages. `more` loads the next page; null on the last one. */
export function useSalonList() {
  const { api } = usePlatform()
  const { items, error, refetch, more } = usePages(queryKeyOf('salons', 'list'), (cursor, signal) =>
    api.salons.list({ ...(cursor && { cursor }) }, { signal }),
  )
  return { read: { data: items, error, refetch }, more }
}
