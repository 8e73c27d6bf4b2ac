import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ContactStatus } from '../../core/inbox/contactStatus.ts'
import {
  prospectsKey,
  rereadProspects,
  showStatuses,
  statusFailure,
  statusUpdated,
} from '../../core/inbox/setStatus.ts'
import { type Api, usePlatform } from '../../host/platform.ts'
import { queryKeyOf, refresh } from '../../kit/data.ts'
import { useUndoableAction } from '../../kit/useUndoableAction.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import type { ProspectFilters } from './filters.ts'

/** Structural sharing would compare 100,000 rows field by field after each read. */
export function useProspects() {
  const { api } = usePlatform()
  return useQuery({
    queryKey: prospectsKey,
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

export interface BulkStatusChange {
  ids: string[]
  to: ContactStatus | null
}

/** Sets the status of up to 100,000 prospects. */
export function useSetStatuses(onDone: (ids: string[]) => void) {
  const client = useQueryClient()
  return useUndoableAction({
    run: (undoable, { ids, to }: BulkStatusChange) =>
      undoable().prospects.setStatuses({ ids, contactStatus: to }),
    optimistic: ({ ids, to }) => showStatuses(client, new Map(ids.map((id) => [id, to]))),
    undo: (before) => void showStatuses(client, before),
    done: ({ updated }, { ids }, undo) => {
      statusUpdated(undo, updated)
      onDone(ids)
    },
    settled: () => {
      void rereadProspects(client)
      void client.invalidateQueries({ queryKey: queryKeyOf('inbox', 'conversation', { number: '' }) })
      void refresh(client, ['inbox', 'inboxPage'], ['metrics', 'sms'])
    },
    failure: statusFailure,
  })
}
