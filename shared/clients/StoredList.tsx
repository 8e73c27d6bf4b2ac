import { useQueryClient } from '@tanstack/react-query'
import { refresh, useAction } from '../kit/data.ts'
import { MayCall } from '../kit/MayCall.tsx'
import { Panel } from '../kit/Page.tsx'
import { toast } from '../kit/toasts.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import { useCurrentLists } from './useCurrentLists.ts'
import { countsText } from './Waterfall.tsx'

/** The list that was stored last, with *Undo*. The server refuses it after the first text. */
export function StoredList({ salonId }: { salonId: string }) {
  const stored = useCurrentLists(salonId).data?.stored
  const client = useQueryClient()
  const undo = useAction({
    run: (api, listId: string) => api.clients.undoList({ id: salonId, listId }),
    done: ({ message }) => void toast.success(message),
    settled: () => void refresh(client, ['salons', 'list']),
    failure: { title: 'Not undone', fallback: 'Failed to undo the list', showServerMessage: true },
  })
  if (!stored?.canUndo) return null
  return (
    <Panel
      title={`${stored.fileName} is stored`}
      aside={
        <MayCall call="clients.undoList">
          <WaitingButton busy={undo.isPending} busyText="Undoing..." onClick={() => undo.mutate(stored.id)}>
            Undo last list
          </WaitingButton>
        </MayCall>
      }
    >
      <p className="sb-list-counts sb-muted">{countsText(stored.counts)}</p>
    </Panel>
  )
}
