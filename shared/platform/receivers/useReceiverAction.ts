import type { Api } from '../../host/platform.ts'
import { useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'

/** Runs a change of a receiver, shows its message, and reloads receivers and deliveries. */
export function useReceiverAction() {
  return useAction({
    run: (api, call: (api: Api) => Promise<object>) => call(api),
    done: (reply) => 'message' in reply && toast.success(String(reply.message)),
    // The query key of the deliveries begins with that of the list, so both reload.
    refreshes: [['receivers', 'list']],
    failure: { title: 'Not changed', fallback: 'Failed to change the receiver', showServerMessage: true },
  })
}
