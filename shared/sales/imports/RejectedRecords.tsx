import { useState } from 'react'
import { count } from '../../formats.ts'
import { usePlatform } from '../../host/platform.ts'
import { toCsv } from '../../kit/csv.ts'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { RejectedRecord } from './contract.ts'

const FEW = 3

/** A field of the record as in the file, or empty. */
function fieldOf(record: unknown, name: string): string {
  if (typeof record !== 'object' || record === null) return ''
  const value: unknown = (record as Record<string, unknown>)[name]
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
}

const orEmpty = (text: string) => text || <span className="sb-faint">empty</span>

const column = columnHelper<RejectedRecord>()
const columns = column.columns([
  column.accessor(({ index }) => index + 1, {
    id: 'row',
    header: 'Row',
    cell: (cell) => cell.getValue(),
    meta: { className: 'sb-num sb-right sb-row-number' },
  }),
  column.accessor(({ record }) => fieldOf(record, 'name'), {
    id: 'name',
    header: 'Name',
    cell: (cell) => orEmpty(cell.getValue()),
  }),
  column.accessor(({ record }) => fieldOf(record, 'phone'), {
    id: 'phone',
    header: 'Phone in the file',
    cell: (cell) => orEmpty(cell.getValue()),
    meta: { className: 'sb-num' },
  }),
  column.accessor('reason', { header: 'Why it was left out', cell: (cell) => cell.getValue() }),
])

const rowId = (rejected: RejectedRecord) => String(rejected.index)

function csvOf(rejected: RejectedRecord[]): string {
  const rows = rejected.map(({ index, reason, record }) => [
    index + 1,
    fieldOf(record, 'name'),
    fieldOf(record, 'phone'),
    reason,
    JSON.stringify(record),
  ])
  return toCsv(['Row', 'Name', 'Phone in the file', 'Why it was left out', 'Record'], rows)
}

interface Rejected {
  importId: string
  /** Number of rejected records; only `MAX_REJECTED` of them are stored. */
  errored: number
  /** Shows a few, the rest on request. */
  few?: boolean
}

/** Rejected records of one import with reasons and export. */
export function RejectedRecords(props: Rejected) {
  const rejected = useRead('imports', 'errors', { id: props.importId })
  return (
    <Loaded
      read={rejected}
      loading={{ text: 'Loading rejected records...', rows: 3 }}
      failed="Error loading rejected records"
    >
      {(records) => <Records records={records} {...props} />}
    </Loaded>
  )
}

function Records({ records, importId, errored, few = false }: Rejected & { records: RejectedRecord[] }) {
  const { save } = usePlatform()
  const [all, setAll] = useState(!few)
  const shown = all ? records : records.slice(0, FEW)
  const name = `rejected-${importId.slice(0, 8)}`
  return (
    <div className="sb-rejected sb-column" data-all={all || undefined}>
      <DataTable label="Rejected records" columns={columns} rows={shown} rowId={rowId} rowHeight={37} />
      <div className="sb-rejected-foot sb-row">
        {few && records.length > FEW && (
          <LinkButton onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${count(records.length)} rejected rows`}
          </LinkButton>
        )}
        {errored > records.length && (
          <span className="sb-small sb-muted">
            The first {count(records.length)} of {count(errored)} are kept
          </span>
        )}
        <span className="sb-push" />
        <LinkButton onClick={() => void save(`${name}.csv`, 'text/csv', csvOf(records))}>
          Save as CSV
        </LinkButton>
        <LinkButton
          onClick={() => void save(`${name}.json`, 'application/json', JSON.stringify(records, null, 2))}
        >
          Save as JSON
        </LinkButton>
      </div>
    </div>
  )
}
