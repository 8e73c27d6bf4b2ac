import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import type { ContactQuery } from './contract.ts'

/** Marks a message done, or opens it again. */
export function useSetDone({ id, doneAt }: Pick<ContactQuery, 'id' | 'doneAt'>) {
  const client = useQueryClient()
  const action = useAction<boolean, ContactQuery>({
    run: (api, done) => api.contact.setDone({ id, done }),
    done: (changed) => {
      client.setQueryData<{ queries: ContactQuery[] }>(
        queryKeyOf('contact', 'list'),
        (list) => list && { queries: list.queries.map((query) => (query.id === id ? changed : query)) },
      )
      toast.success(changed.doneAt ? 'Message done' : 'Message open again', changed.name)
    },
    failure: { title: 'Error', fallback: 'Failed to change the message', showServerMessage: true },
  })
  return {
    isDone: doneAt !== null,
    isPending: action.isPending,
    toggle: () => action.mutate(doneAt === null),
  }
}
