import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Api, usePlatform } from '../host/platform.ts'
import { keyOf, refresh, useAction, useRead } from '../kit/data.ts'
import { toast } from '../kit/toasts.ts'
import { showContactStatus } from '../messages/data.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import { modelOf, type ProspectFilters, withRows, withStatus } from './model.ts'

/** Compared field by field a hundred thousand rows would hold up the screen, so each answer is taken as it is. */
export const useProspects = () => useRead('prospects', 'list', undefined, { structuralSharing: false })

/** Whom one of the dashboard's numbers counts: `ids` is null while that is not asked, or not known yet. */
export function useReached(step: ProspectFilters['reached']) {
  const { api } = usePlatform()
  const asked = step !== ''
  const read = useQuery({
    queryKey: keyOf('metrics', 'reached', { step: step || 'contacted' }),
    queryFn: ({ signal }) => readReached(api, step || 'contacted', signal),
    enabled: asked,
    staleTime: 0,
  })
  const ids = useMemo(() => (asked && read.data ? new Set(read.data) : null), [asked, read.data])
  return {
    ids,
    pending: asked && read.isPending,
    error: asked && !read.data ? read.error : null,
    retry: () => void read.refetch(),
  }
}

/** Ids in one answer: a hundred thousand at once would hold up the server for everybody else. */
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

const listKey = keyOf('prospects', 'list')
const readList = (client: QueryClient) => client.getQueryData<Prospect[]>(listKey)

/** Shows a new status in the list, if it is loaded, and returns the rows as they were. */
function show(client: QueryClient, ids: readonly string[], to: ContactStatus | null): Prospect[] {
  const list = readList(client)
  if (!list) return []
  const { indexOf } = modelOf(list)
  const before = ids.flatMap((id) => {
    const index = indexOf.get(id)
    return index === undefined ? [] : [list[index] as Prospect]
  })
  setList(client, withStatus(list, ids, to))
  return before
}

const setList = (client: QueryClient, list: Prospect[]) => client.setQueryData<Prospect[]>(listKey, list)

function takeBack(client: QueryClient, before: Prospect[]) {
  const list = readList(client)
  if (list) setList(client, withRows(list, before))
}

const failure = { title: 'Update Failed', fallback: 'Failed to update contact status' }
const updated = () => toast.success('Status Updated', 'Contact status updated successfully')

interface OneChange {
  id: string
  from: ContactStatus | null
  to: ContactStatus | null
}

/** One prospect's status: shown at once everywhere, taken back when the server refuses. */
export function useSetStatus() {
  const client = useQueryClient()
  return useAction({
    run: (api, { id, to }: OneChange) => api.prospects.setStatus({ id, contactStatus: to }),
    optimistic: async ({ id, from, to }) => {
      await client.cancelQueries({ queryKey: listKey })
      showContactStatus(client, id, to)
      return { before: show(client, [id], to), id, from }
    },
    undo: ({ before, id, from }) => {
      takeBack(client, before)
      showContactStatus(client, id, from)
    },
    done: updated,
    settled: () => void refresh(client, ['metrics', 'sms']),
    failure,
  })
}

/** The status of many at once, up to 100,000. */
export function useSetStatuses(onDone: () => void) {
  const client = useQueryClient()
  return useAction({
    run: (api, { ids, to }: { ids: string[]; to: ContactStatus | null }) =>
      api.prospects.setStatuses({ ids, contactStatus: to }),
    optimistic: async ({ ids, to }) => {
      await client.cancelQueries({ queryKey: listKey })
      return show(client, ids, to)
    },
    undo: (before) => takeBack(client, before),
    done: () => {
      updated()
      onDone()
    },
    settled: () => {
      void client.invalidateQueries({ queryKey: keyOf('messages', 'conversation', { number: '' }) })
      void refresh(client, ['messages', 'inboxPage'], ['metrics', 'sms'])
    },
    failure,
  })
}
