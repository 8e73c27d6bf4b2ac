import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Api, usePlatform } from '../host/platform.ts'
import { etagOf, withEtag } from '../http/request.ts'
import { queryKeyOf, refresh, useAction } from '../kit/data.ts'
import { nextTurn } from '../kit/nextTurn.ts'
import { toast } from '../kit/toasts.ts'
import { showContactStatus } from '../messages/data.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import { type Chosen, idsWork, withStatus, withStatusOf } from './changes.ts'
import type { ContactStatus, ProspectRow } from './contract.ts'
import { modelOf, type ProspectFilters } from './model.ts'
import { listKey, readProspects } from './read.ts'
import { inSlices } from './slowColumn.ts'

/** Compared field by field a hundred thousand rows would hold up the screen, so each answer is taken as it is. */
export function useProspects() {
  const { api } = usePlatform()
  const client = useQueryClient()
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => readProspects({ client, api, signal }),
    structuralSharing: false,
  })
}

/** Whom one of the dashboard's numbers counts: `ids` is null while that is not asked, or not known yet. */
export function useReached(step: ProspectFilters['reached']) {
  const { api } = usePlatform()
  const asked = step !== ''
  const read = useQuery({
    queryKey: queryKeyOf('metrics', 'reached', { step: step || 'contacted' }),
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

const readList = (client: QueryClient) => client.getQueryData<ProspectRow[]>(listKey)

/** Shows a new status in the list, if it is loaded, and returns the rows as they were. */
function show(client: QueryClient, chosen: Chosen, to: ContactStatus | null): Chosen {
  const list = readList(client)
  if (!list) return chosen
  const { indexOf } = chosen.model
  const model = modelOf(list)
  setList(client, list, withStatus(list, chosen, to))
  return indexOf === model.indexOf ? { model, indexes: chosen.indexes } : chosen
}

/** The list that is shown says nothing new about what the server has: its position stays. */
function setList(client: QueryClient, before: ProspectRow[], list: ProspectRow[]) {
  const position = etagOf(before)
  client.setQueryData<ProspectRow[]>(listKey, position === undefined ? list : withEtag(list, position))
}

function takeBack(client: QueryClient, before: Chosen) {
  const list = readList(client)
  if (list) setList(client, list, withStatusOf(list, before))
}

/** What a change cancelled may have been on its way to the list; without a position that would be read whole. */
function readOn(client: QueryClient) {
  const list = readList(client)
  if (list && etagOf(list) !== undefined) void client.invalidateQueries({ queryKey: listKey })
}

const failure = { title: 'Update Failed', fallback: 'Failed to update contact status' }
const updated = () => toast.success('Status Updated', 'Contact status updated successfully')

export interface StatusChange {
  id: string
  from: ContactStatus | null
  to: ContactStatus | null
}

/** One prospect's status: shown at once everywhere, taken back when the server refuses. */
export function useSetStatus() {
  const client = useQueryClient()
  return useAction({
    run: (api, { id, to }: StatusChange) => api.prospects.setStatus({ id, contactStatus: to }),
    optimistic: async ({ id, from, to }) => {
      await client.cancelQueries({ queryKey: listKey })
      showContactStatus(client, id, to)
      const model = modelOf(readList(client) ?? [])
      const index = model.indexOf.get(id)
      const chosen = { model, indexes: Uint32Array.from(index === undefined ? [] : [index]) }
      return { before: show(client, chosen, to), id, from }
    },
    undo: ({ before, id, from }) => {
      takeBack(client, before)
      showContactStatus(client, id, from)
    },
    done: updated,
    settled: () => {
      readOn(client)
      void refresh(client, ['metrics', 'sms'])
    },
    failure,
  })
}

/** The status of many at once, up to 100,000. */
export function useSetStatuses(onDone: (chosen: Chosen) => void) {
  const client = useQueryClient()
  return useAction({
    run: async (api, { chosen, to }: { chosen: Chosen; to: ContactStatus | null }) => {
      // What changed is drawn first: megabytes of ids take as long to write down and to send.
      await nextTurn()
      const ids = await inSlices(idsWork(chosen))
      await nextTurn()
      return api.prospects.setStatuses({ ids, contactStatus: to })
    },
    optimistic: async ({ chosen, to }) => {
      await client.cancelQueries({ queryKey: listKey })
      return show(client, chosen, to)
    },
    undo: (before) => takeBack(client, before),
    done: (_reply, { chosen }) => {
      updated()
      onDone(chosen)
    },
    settled: () => {
      readOn(client)
      void client.invalidateQueries({ queryKey: queryKeyOf('messages', 'conversation', { number: '' }) })
      void refresh(client, ['messages', 'inboxPage'], ['metrics', 'sms'])
    },
    failure,
  })
}
