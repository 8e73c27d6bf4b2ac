import { count, plural } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'

interface Sent {
  queued: number
  optedOut: number
}

/** Sends the withheld details and shows the result as a toast. */
export function useSendDetails() {
  return useAction<string[], Sent>({
    run: (api, ids) => api.leads.sendDetails({ ids }),
    done: ({ queued, optedOut }) => {
      const out = optedOut === 0 ? '' : `${count(optedOut)} opted out in the meantime.`
      if (queued > 0) {
        const to = `${plural(queued, 'lead gets its', 'leads get their')} text now.`
        toast.success('Details on their way', `${to} ${out}`.trim())
      } else {
        toast.note(
          'Nothing was sent',
          optedOut > 0 ? 'They opted out in the meantime.' : 'They already got their text.',
        )
      }
    },
    // Reload after failures too: a colleague may have sent some of them.
    refreshes: [['leads', 'list']],
    failure: { title: 'Error', fallback: 'Failed to send the details', showServerMessage: true },
  })
}
