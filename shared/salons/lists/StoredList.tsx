import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { count, dateTime, formatDay, plural } from '../../formats.ts'
import { usePlatform } from '../../host/platform.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { toCsv } from '../../kit/csv.ts'
import { useAction } from '../../kit/data.ts'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import type { CurrentLists, Declared, UndoCounts } from './contract.ts'
import { useCurrentLists } from './useCurrentLists.ts'
import { countsText } from './WaterfallSteps.tsx'

/** The list that was stored last: who shared it and what was declared, and until the first text *Undo*, which says what is lost. */
export function StoredList({ salonId }: { salonId: string }) {
  const stored = useCurrentLists(salonId).data?.stored
  const [asks, setAsks] = useState(false)
  const undo = useAction({
    run: (api, listId: string) => api.lists.undoList({ id: salonId, listId }),
    done: ({ message }) => void toast.success(message),
    settled: () => setAsks(false),
    refreshes: [['salons', 'list']],
    failure: { title: 'Not undone', fallback: 'Failed to undo the list', showServerMessage: true },
  })
  if (!stored) return null
  return (
    <Panel
      title={`${stored.fileName} is stored`}
      aside={
        stored.canUndo && (
          <MayCall call="lists.undoList">
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
        )
      }
    >
      <p className="sb-flush sb-muted">{countsText(stored.counts)}</p>
      {stored.declared && <p className="sb-flush sb-muted">{declaredText(stored.declared)}</p>}
      {stored.rejectedRows > 0 && <RejectedRows salonId={salonId} stored={stored} />}
    </Panel>
  )
}

type Stored = NonNullable<CurrentLists['stored']>

/** The rows that became no client, as a file that the salon can mend its list with. */
function RejectedRows({ salonId, stored }: { salonId: string; stored: Stored }) {
  const { api } = usePlatform()
  const { rejectedRows: kept, counts } = stored
  const csv = async () => {
    const rows = await api.lists.rejectedRows({ id: salonId, listId: stored.id })
    const cells = rows.map(({ row, column, value, reason }) => [row, column, value, reason])
    return toCsv(['Row', 'Column', 'Value', 'Reason'], cells)
  }
  return (
    <div className="sb-list-rejected sb-row sb-wrap">
      <ExportCsv
        name="rejected-rows"
        label="Save rejected rows"
        title="Download the rejected rows with the reasons as a CSV file"
        disabled={false}
        csv={csv}
      />
      <span className="sb-small sb-muted">
        {kept < counts.rejected && `${count(kept)} of ${plural(counts.rejected, 'row')} can be saved. `}
        They are deleted 7 days after the list was stored.
      </span>
    </div>
  )
}

const answers = { yes: 'yes', no: 'no', unknown: 'not known' }

/** `Shared by Aoife Byrne on …, exported on …. Declared: …` */
function declaredText({ by, at, asOf, declaration }: Declared): string {
  const { knewOfTexts, toldOfTexts, couldRefuse, consentInWriting, textUnknownVisits } = declaration
  const said: [question: string, answer: keyof typeof answers | undefined][] =
    toldOfTexts && couldRefuse
      ? [
          ['told of texts', toldOfTexts],
          ['could refuse', couldRefuse],
        ]
      : [['knew of texts and could refuse', knewOfTexts]]
  const all = [
    ...said,
    ['a yes on the list is in writing', consentInWriting] as const,
    ['text those whose last visit is not known', textUnknownVisits] as const,
  ]
  const words = all.flatMap(([question, answer]) => (answer ? [`${question}: ${answers[answer]}`] : []))
  return `Shared by ${by} on ${dateTime(at)}, exported on ${formatDay(asOf)}. Declared: all are customers, ${words.join(', ')}.`
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
