import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, refresh, useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import type { ContactStatus } from './contactStatus.ts'
import { showContactStatus } from './data.ts'

export const prospectsKey = queryKeyOf('prospects', 'list')

type Statuses = ReadonlyMap<string, ContactStatus | null>

/** Writes these statuses into the cached list and returns the ones they replace, by prospect id. */
export async function showStatuses(client: QueryClient, statuses: Statuses): Promise<Statuses> {
  await client.cancelQueries({ queryKey: prospectsKey })
  const before = new Map<string, ContactStatus | null>()
  client.setQueryData<{ id: string; contactStatus: ContactStatus | null }[]>(prospectsKey, (prospects) =>
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
export const rereadProspects = (client: QueryClient) => client.invalidateQueries({ queryKey: prospectsKey })

export const statusFailure = { title: 'Update Failed', fallback: 'Failed to update contact status' }
export const statusUpdated = () => toast.success('Status Updated', 'Contact status updated successfully')

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
    done: statusUpdated,
    settled: () => {
      void rereadProspects(client)
      void refresh(client, ['metrics', 'sms'])
    },
    failure: statusFailure,
  })
}
