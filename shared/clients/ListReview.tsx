import { Button, HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { plural } from '../formats.ts'
import { refresh, useAction } from '../kit/data.ts'
import { MayCall } from '../kit/MayCall.tsx'
import { Panel } from '../kit/Page.tsx'
import { Scroller } from '../kit/Scroller.tsx'
import { toast } from '../kit/toasts.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import { type ColumnMapping, fieldLabels, type ListField, listFields } from '../salons/columns.ts'
import type { Salon } from '../salons/contract.ts'
import type { ListPart, ListPreview } from './contract.ts'
import { DeclarationForm } from './DeclarationForm.tsx'
import { ListRows } from './ListRows.tsx'
import { partLabels } from './labels.ts'
import { useSetLists } from './useCurrentLists.ts'
import { WaterfallSteps } from './Waterfall.tsx'

interface Props {
  salon: Salon
  preview: ListPreview
}

/** What an uploaded list holds, before it is stored. */
export function ListReview({ salon, preview }: Props) {
  const [part, setPart] = useState<ListPart | null>(null)
  return (
    <>
      <Panel
        title={`Preview of ${preview.fileName}`}
        aside={
          <MayCall call="clients.undoList">
            <Discard salon={salon} preview={preview} />
          </MayCall>
        }
      >
        <WaterfallSteps preview={preview} chosen={part} onChoose={setPart} />
        {preview.reported > 0 && (
          <Button
            size="small"
            className="sb-list-remarks"
            active={part === 'reported'}
            aria-pressed={part === 'reported'}
            onClick={() => setPart(part === 'reported' ? null : 'reported')}
          >
            {plural(preview.reported, 'row')} {partLabels.reported}
          </Button>
        )}
        <p className="sb-small sb-muted">
          The counts assume that clients knew about texts and could refuse them.{' '}
          {dateOrders[preview.dateOrder]}
        </p>
      </Panel>
      {part && <ListRows key={part} salonId={salon.id} preview={preview} part={part} />}
      <MayCall
        call="clients.commitList"
        instead={<p className="sb-muted">Only an admin can store this list.</p>}
      >
        <Columns salon={salon} preview={preview} />
        <DeclarationForm salon={salon} preview={preview} />
      </MayCall>
    </>
  )
}

const dateOrders: Record<ListPreview['dateOrder'], string> = {
  'day-first': 'Dates are read as day, month, year.',
  'month-first': 'Dates are read as month, day, year.',
  iso: '',
}

function Discard({ salon, preview }: Props) {
  const client = useQueryClient()
  const setLists = useSetLists(salon.id)
  const discard = useAction({
    run: (api, listId: string) => api.clients.undoList({ id: salon.id, listId }),
    done: ({ message }) => {
      setLists({ preview: null })
      toast.success(message)
    },
    settled: () => void refresh(client, ['salons', 'list']),
    failure: { title: 'Not discarded', fallback: 'Failed to discard the list', showServerMessage: true },
  })
  return (
    <WaitingButton
      variant="minimal"
      intent="danger"
      busy={discard.isPending}
      busyText="Discarding..."
      onClick={() => discard.mutate(preview.id)}
    >
      Discard
    </WaitingButton>
  )
}

/** Columns with their positions: names may repeat or be empty. */
const numbered = (names: readonly string[]) =>
  names.map((name, index) => ({ index, name: name || `Column ${index + 1}` }))

/** The first rows, and which column holds what. */
function Columns({ salon, preview }: Props) {
  const setLists = useSetLists(salon.id)
  const remap = useAction({
    run: (api, mapping: ColumnMapping) =>
      api.clients.remapList({ id: salon.id, listId: preview.id, mapping }),
    done: (next) => setLists({ preview: next }),
    failure: { title: 'Not changed', fallback: 'Failed to read the list again', showServerMessage: true },
  })
  const choose = (field: ListField, column: string) => {
    const { [field]: _, ...others } = preview.mapping
    remap.mutate(column === '' ? others : { ...others, [field]: Number(column) })
  }
  const columns = numbered(preview.columns)
  const id = useId()
  return (
    <Panel title="Columns">
      <SampleRows preview={preview} />
      <div className="sb-list-fields" aria-busy={remap.isPending}>
        {listFields.map((field) => (
          <div key={field}>
            <label className="sb-small" htmlFor={`${id}-${field}`}>
              {fieldLabels[field]}
            </label>
            <HTMLSelect
              id={`${id}-${field}`}
              fill
              disabled={remap.isPending}
              value={preview.mapping[field] ?? ''}
              onChange={(event) => choose(field, event.target.value)}
            >
              <option value="">Not in the list</option>
              {columns.map(({ name, index }) => (
                <option key={index} value={index}>
                  {name}
                </option>
              ))}
            </HTMLSelect>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function SampleRows({ preview }: { preview: ListPreview }) {
  const columns = numbered(preview.columns)
  const rows = preview.sample
    .filter((row) => row.join() !== preview.columns.join())
    .slice(0, 5)
    .map((cells, line) => ({ cells, line }))
  return (
    <Scroller className="sb-list-sample" label="First rows of the list">
      <HTMLTable compact>
        <thead>
          <tr>
            {columns.map(({ name, index }) => (
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, line }) => (
            <tr key={line}>
              {columns.map(({ index }) => (
                <td key={index}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Scroller>
  )
}
