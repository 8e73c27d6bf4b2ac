import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { usePages } from '../../kit/usePages.ts'
import { formatPhone } from '../../sms/phone.ts'
import { dayText } from '../clients/labels.ts'
import type { ListAnswers, ListPart, ListPreview, ListRow } from './contract.ts'
import { partLabels } from './labels.ts'
import { readingOf } from './useListWaterfall.ts'

const column = columnHelper<ListRow>()
const columns = column.columns([
  column.accessor('row', { header: 'Row', meta: { className: 'sb-num' } }),
  column.accessor('firstName', { header: 'Name', cell: (cell) => cell.getValue() ?? 'No name' }),
  column.accessor('phone', {
    header: 'Number',
    cell: (cell) => formatPhone(cell.getValue()) || '–',
    meta: { className: 'sb-num sb-list-number' },
  }),
  column.accessor('lastVisit', {
    header: 'Last visit',
    cell: (cell) => dayText(cell.getValue()),
    meta: { className: 'sb-num sb-nowrap' },
  }),
  column.accessor('message', { header: 'Reason', meta: { className: 'sb-list-reason sb-break' } }),
])

const rowId = ({ row }: ListRow) => String(row)

interface Props {
  salonId: string
  preview: ListPreview
  part: ListPart
  answers: ListAnswers
}

/** Rows of one part of an uploaded list, by pages. */
export function ListRows({ salonId, preview, part, answers }: Props) {
  const input = { id: salonId, listId: preview.id, part, ...answers }
  const read = usePages('lists', 'listRows', input, { reading: readingOf(preview) })
  const label = `Rows: ${partLabels[part].toLowerCase()}`
  return (
    <Panel flush title={label} className="sb-tall">
      <Loaded
        read={read}
        loading={{ text: 'Loading rows...', rows: 4 }}
        failed="Failed to load the rows"
        empty={{ when: isEmpty, state: <Empty title="No rows left here" hint="Choose another part." /> }}
      >
        {(rows) => (
          <>
            <DataTable label={label} columns={columns} rows={rows} rowId={rowId} />
            <LoadMore more={read.more} things="rows" />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
