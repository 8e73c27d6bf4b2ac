import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { usePages } from '../../kit/usePages.ts'
import type { Reason } from './eligible.ts'

/** Clients of a salon by pages, and the counts of all by reason. */
export function useClients(id: string, { reason, search }: { reason?: Reason | null; search?: string } = {}) {
  const { api } = usePlatform()
  const filter = { id, ...(reason && { reason }), ...(search && { q: search }) }
  const { items, first, ...read } = usePages(queryKeyOf('clients', 'list', filter), (cursor, signal) =>
    api.clients.list({ ...filter, ...(cursor && { cursor }) }, { signal }),
  )
  return { ...read, data: items && first && { items, waterfall: first.waterfall } }
}
