import { useQueryClient } from '@tanstack/react-query'
import { keyOf, refresh, useAction } from '../kit/data.ts'
import type { Outreach } from './contract.ts'

/** Pause, resume and cancel one outreach; what the server answers is shown everywhere at once. */
export function useOutreachControl() {
  const client = useQueryClient()
  return useAction<{ id: string; step: 'pause' | 'resume' | 'cancel' }, Outreach>({
    run: (api, { id, step }) => api.outreach[step]({ id }),
    done: (outreach) => {
      client.setQueryData(keyOf('outreach', 'get', { id: outreach.id }), outreach)
      client.setQueryData<Outreach[]>(keyOf('outreach', 'list'), (list) =>
        list?.map((one) => (one.id === outreach.id ? outreach : one)),
      )
      void refresh(client, ['outreach', 'list'])
    },
    failure: { title: 'Error', fallback: 'The outreach could not be changed', serverWords: true },
  })
}
