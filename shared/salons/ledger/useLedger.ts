import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { usePages } from '../../kit/usePages.ts'

/** Ledger entries of a salon by pages, newest first, and what is owed. */
export function useLedger(id: string, state?: 'disputed') {
  const { api } = usePlatform()
  const filter = { id, ...(state && { state }) }
  const { items, first, ...read } = usePages(queryKeyOf('ledger', 'list', filter), (cursor, signal) =>
    api.ledger.list({ ...filter, ...(cursor && { cursor }) }, { signal }),
  )
  return { ...read, data: items && first && { items, owed: first.owed } }
}
