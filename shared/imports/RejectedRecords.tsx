import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { count } from '../formats.ts'
import { usePlatform } from '../host/platform.ts'
import { toCsv } from '../kit/csv.ts'
import { columnHelper, DataTable } from '../kit/DataTable.tsx'
import { useRead } from '../kit/data.ts'
import { Failed, Loading } from '../kit/states.tsx'
import type { RejectedRecord } from './contract.ts'

const FEW = 3

/** One field of a record as it stood in the file; empty when there is none. */
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

const keyOf = (rejected: RejectedRecord) => String(rejected.index)

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
  /** How many there were; beyond `MOST_REJECTED` they were only counted. */
  errored: number
  /** Show a few, and the rest on demand. */
  few?: boolean
}

/** Records of one import that were not stored, with the reasons; to look at and to keep. */
export function RejectedRecords({ importId, errored, few = false }: Rejected) {
  const { save } = usePlatform()
  const { data, error, refetch } = useRead('imports', 'errors', { id: importId })
  const [all, setAll] = useState(!few)
  if (error && !data) {
    return <Failed title="Error loading rejected records" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Loading text="Loading rejected records..." rows={3} />
  const shown = all ? data : data.slice(0, FEW)
  const name = `rejected-${importId.slice(0, 8)}`
  return (
    <div className="sb-rejected" data-all={all || undefined}>
      <DataTable label="Rejected records" columns={columns} rows={shown} keyOf={keyOf} rowHeight={37} />
      <div className="sb-rejected-foot">
        {few && data.length > FEW && (
          <Button variant="minimal" className="sb-link" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${count(data.length)} rejected rows`}
          </Button>
        )}
        {errored > data.length && (
          <span className="sb-small sb-muted">
            The first {count(data.length)} of {count(errored)} are kept
          </span>
        )}
        <span className="sb-push" />
        <Button
          variant="minimal"
          className="sb-link"
          onClick={() => void save(`${name}.csv`, 'text/csv', csvOf(data))}
        >
          Save as CSV
        </Button>
        <Button
          variant="minimal"
          className="sb-link"
          onClick={() => void save(`${name}.json`, 'application/json', JSON.stringify(data, null, 2))}
        >
          Save as JSON
        </Button>
      </div>
    </div>
  )
}
