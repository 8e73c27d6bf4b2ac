import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../formats.ts'
import { queryKeyOf, refresh } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useUndoableAction } from '../../kit/useUndoableAction.ts'
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
export const statusUpdated = (undo: () => void, changed: number) =>
  toast.undoable('Status Updated', 'Contact status updated successfully', {
    undo,
    count: plural(changed, 'prospect'),
  })

export interface StatusChange {
  id: string
  from: ContactStatus | null
  to: ContactStatus | null
}

/** Sets the status of one prospect: shown before the server answers, rolled back on failure. */
export function useSetStatus() {
  const client = useQueryClient()
  return useUndoableAction({
    run: (undoable, { id, to }: StatusChange) => undoable().prospects.setStatus({ id, contactStatus: to }),
    optimistic: async ({ id, from, to }) => {
      showContactStatus(client, id, to)
      return { before: await showStatuses(client, new Map([[id, to]])), id, from }
    },
    undo: ({ before, id, from }) => {
      void showStatuses(client, before)
      showContactStatus(client, id, from)
    },
    done: (_reply, _change, undo) => statusUpdated(undo, 1),
    settled: () => {
      void rereadProspects(client)
      void client.invalidateQueries({ queryKey: queryKeyOf('inbox', 'conversation', { number: '' }) })
      void refresh(client, ['inbox', 'inboxPage'], ['metrics', 'sms'])
    },
    failure: statusFailure,
  })
}
