import { Button, Dialog } from '@blueprintjs/core'
import { Import } from '@blueprintjs/icons'
import { useState } from 'react'
import { count, dateTime, shortExportId } from '../../formats.ts'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import type { ImportRecord } from './contract.ts'
import { RejectedRecords } from './RejectedRecords.tsx'

const right = { className: 'sb-num sb-right' }

const column = columnHelper<ImportRecord>()
const columns = column.columns([
  column.accessor('exportId', {
    header: 'Export ID',
    cell: (cell) => (
      <code className="sb-code" title={cell.getValue()}>
        {shortExportId(cell.getValue())}
      </code>
    ),
  }),
  column.accessor('sourceApp', { header: 'Source', cell: (cell) => cell.getValue() }),
  column.accessor('totalRecords', { header: 'Records', cell: (cell) => count(cell.getValue()), meta: right }),
  column.accessor('recordsAdded', {
    header: 'Added',
    cell: (cell) => (
      <span className={cell.getValue() > 0 ? 'sb-added sb-bold' : 'sb-muted'}>+{count(cell.getValue())}</span>
    ),
    meta: right,
  }),
  column.accessor('recordsDuplicated', {
    header: 'Duplicates',
    cell: (cell) => `${count(cell.getValue())} rejected`,
    meta: right,
  }),
  column.accessor('recordsErrored', {
    header: 'Errors',
    cell: ({ row }) => <Errors record={row.original} />,
    meta: right,
  }),
  column.accessor('importedAt', {
    header: 'Imported',
    cell: (cell) => dateTime(cell.getValue()),
    meta: { className: 'sb-num sb-imported' },
  }),
])

const rowId = (record: ImportRecord) => record.id

/** Number of rejected records, with a button that shows them. */
function Errors({ record }: { record: ImportRecord }) {
  const [open, setOpen] = useState(false)
  const { recordsErrored, id, exportId } = record
  if (recordsErrored === 0) return <span className="sb-muted">0</span>
  return (
    <>
      <Button
        variant="minimal"
        className="sb-link sb-errors sb-bold"
        aria-label={`Show ${recordsErrored} rejected records of ${shortExportId(exportId)}`}
        onClick={() => setOpen(true)}
      >
        {count(recordsErrored)}
      </Button>
      <Dialog
        className="sb-wide-dialog"
        title={`Rejected records of ${shortExportId(exportId)}`}
        isOpen={open}
        onClose={() => setOpen(false)}
      >
        <RejectedRecords importId={id} errored={recordsErrored} />
      </Dialog>
    </>
  )
}

const NoImports = () => (
  <Empty
    icon={<Import size={32} title={false} />}
    title="No imports yet"
    hint="The first file you import will be listed here."
  />
)

/** All imports, newest first. */
export function History() {
  const imports = useRead('imports', 'list')
  return (
    <Panel flush className="sb-import-wide" title="Import History">
      <Loaded
        read={imports}
        loading={{ text: 'Loading imports...', rows: 3, rowHeight: 39 }}
        failed="Failed to load imports"
        empty={{ when: isEmpty, state: <NoImports /> }}
      >
        {(list) => (
          <DataTable label="Import history" columns={columns} rows={list} rowId={rowId} rowHeight={39} />
        )}
      </Loaded>
    </Panel>
  )
}
