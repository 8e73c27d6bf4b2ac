import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { refresh, useAction } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import type { UndoCounts } from './contract.ts'
import { useCurrentLists } from './useCurrentLists.ts'
import { countsText } from './Waterfall.tsx'

/** The list that was stored last, with *Undo*, which says what is lost. The server refuses it after a text. */
export function StoredList({ salonId }: { salonId: string }) {
  const stored = useCurrentLists(salonId).data?.stored
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const undo = useAction({
    run: (api, listId: string) => api.clients.undoList({ id: salonId, listId }),
    done: ({ message }) => void toast.success(message),
    settled: () => {
      setAsks(false)
      void refresh(client, ['salons', 'list'])
    },
    failure: { title: 'Not undone', fallback: 'Failed to undo the list', showServerMessage: true },
  })
  if (!stored?.canUndo) return null
  return (
    <Panel
      title={`${stored.fileName} is stored`}
      aside={
        <MayCall call="clients.undoList">
          <Button onClick={() => setAsks(true)}>Undo last list</Button>
          <ConfirmDialog
            question={`Undo ${stored.fileName}?`}
            confirm="Undo list"
            isOpen={asks}
            busy={undo.isPending}
            onCancel={() => setAsks(false)}
            onConfirm={() => undo.mutate(stored.id)}
          >
            <ul>
              {undoLines(stored.undo).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </ConfirmDialog>
        </MayCall>
      }
    >
      <p className="sb-list-counts sb-muted">{countsText(stored.counts)}</p>
    </Panel>
  )
}

/** What an undo does, without what does not occur. */
function undoLines({ deleted, restored, consents, objections }: UndoCounts): string[] {
  const lines = [
    deleted > 0 && `${plural(deleted, 'client')} that only this list has will be deleted.`,
    restored > 0 && `${plural(restored, 'client')} will be as before the list.`,
    consents > 0 && `${plural(consents, 'consent')} of this list will be deleted.`,
    objections > 0 && `${plural(objections, 'objection')} will stay: we do not text people who said no.`,
  ].filter((line) => line !== false)
  return lines.length > 0 ? lines : ['Nothing else changes.']
}
