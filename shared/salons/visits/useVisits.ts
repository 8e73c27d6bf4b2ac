import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { usePages } from '../../kit/usePages.ts'
import type { ShownFilter } from './labels.ts'

/** Visits of a salon by pages, newest first. */
export function useVisits(id: string, shown: ShownFilter) {
  const { api } = usePlatform()
  const filter = { id, ...(shown !== 'all' && { state: shown }) }
  const {
    items,
    first: _,
    ...read
  } = usePages(queryKeyOf('visits', 'list', filter), (cursor, signal) =>
    api.visits.list({ ...filter, ...(cursor && { cursor }) }, { signal }),
  )
  return { ...read, data: items }
}
