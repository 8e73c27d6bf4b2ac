import { useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../host/platform.ts'
import { refresh, useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'

/** Runs a change of a receiver, shows its message, and reloads receivers and deliveries. */
export function useReceiverAction() {
  const client = useQueryClient()
  return useAction({
    run: (api, call: (api: Api) => Promise<object>) => call(api),
    done: (reply) => 'message' in reply && toast.success(String(reply.message)),
    // The query key of the deliveries begins with that of the list, so both reload.
    settled: () => void refresh(client, ['receivers', 'list']),
    failure: { title: 'Not changed', fallback: 'Failed to change the receiver', showServerMessage: true },
  })
}
