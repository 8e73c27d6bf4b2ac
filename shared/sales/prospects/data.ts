import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showContactStatus } from '../../core/inbox/data.ts'
import { type Api, usePlatform } from '../../host/platform.ts'
import { queryKeyOf, refresh, useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import type { ProspectFilters } from './filters.ts'

const listKey = queryKeyOf('prospects', 'list')

/** Structural sharing would compare 100,000 rows field by field after each read. */
export function useProspects() {
  const { api } = usePlatform()
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.prospects.list({}, { signal }),
    structuralSharing: false,
  })
}

/** Ids of the prospects that a figure of the dashboard counts; null while the filter is off or they are loading. */
export function useReached(step: ProspectFilters['reached']) {
  const { api } = usePlatform()
  const enabled = step !== ''
  const query = useQuery({
    queryKey: queryKeyOf('metrics', 'reached', { step: step || 'contacted' }),
    queryFn: ({ signal }) => readReached(api, step || 'contacted', signal),
    enabled,
    staleTime: 0,
  })
  const ids = useMemo(() => (enabled && query.data ? new Set(query.data) : null), [enabled, query.data])
  return {
    ids,
    pending: enabled && query.isPending,
    error: enabled && !query.data ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** Ids per answer, so that no single answer keeps the server busy for long. */
const PAGE = 20_000

async function readReached(api: Api, step: FunnelStep, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const after = ids.at(-1)
    const page = await api.metrics.reached({ step, limit: PAGE, ...(after && { after }) }, { signal })
    for (const id of page) ids.push(id)
    if (page.length < PAGE) return ids
  }
}

type Statuses = ReadonlyMap<string, ContactStatus | null>

/** Writes these statuses into the cached list and returns the ones they replace, by prospect id. */
async function showStatuses(client: QueryClient, statuses: Statuses): Promise<Statuses> {
  await client.cancelQueries({ queryKey: listKey })
  const before = new Map<string, ContactStatus | null>()
  client.setQueryData<Prospect[]>(listKey, (prospects) =>
    prospects?.map((prospect) => {
      const contactStatus = statuses.get(prospect.id)
      if (contactStatus === undefined) return prospect
      before.set(prospect.id, prospect.contactStatus)
      return { ...prospect, contactStatus }
    }),
  )
  return before
}

/** Reads the list again after a change: `showStatuses` may have canceled a read of other changes. */
const reread = (client: QueryClient) => client.invalidateQueries({ queryKey: listKey })

const failure = { title: 'Update Failed', fallback: 'Failed to update contact status' }
const updated = () => toast.success('Status Updated', 'Contact status updated successfully')

export interface StatusChange {
  id: string
  from: ContactStatus | null
  to: ContactStatus | null
}

/** Sets the status of one prospect: shown before the server answers, rolled back on failure. */
export function useSetStatus() {
  const client = useQueryClient()
  return useAction({
    run: (api, { id, to }: StatusChange) => api.prospects.setStatus({ id, contactStatus: to }),
    optimistic: async ({ id, from, to }) => {
      showContactStatus(client, id, to)
      return { before: await showStatuses(client, new Map([[id, to]])), id, from }
    },
    undo: ({ before, id, from }) => {
      void showStatuses(client, before)
      showContactStatus(client, id, from)
    },
    done: updated,
    settled: () => {
      void reread(client)
      void refresh(client, ['metrics', 'sms'])
    },
    failure,
  })
}

export interface BulkStatusChange {
  ids: string[]
  to: ContactStatus | null
}

/** Sets the status of up to 100,000 prospects. */
export function useSetStatuses(onDone: (ids: string[]) => void) {
  const client = useQueryClient()
  return useAction({
    run: (api, { ids, to }: BulkStatusChange) => api.prospects.setStatuses({ ids, contactStatus: to }),
    optimistic: ({ ids, to }) => showStatuses(client, new Map(ids.map((id) => [id, to]))),
    undo: (before) => void showStatuses(client, before),
    done: (_reply, { ids }) => {
      updated()
      onDone(ids)
    },
    settled: () => {
      void reread(client)
      void client.invalidateQueries({ queryKey: queryKeyOf('messages', 'conversation', { number: '' }) })
      void refresh(client, ['messages', 'inboxPage'], ['metrics', 'sms'])
    },
    failure,
  })
}
