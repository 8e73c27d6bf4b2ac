import { Button, HTMLTable } from '@blueprintjs/core'
import { useTable } from '@tanstack/react-table'
import { useState } from 'react'
import { count } from '../formats.ts'
import { columnHelper, features } from '../kit/DataTable.tsx'
import { useRead } from '../kit/data.ts'
import { Loaded } from '../kit/Loaded.tsx'
import { Panel } from '../kit/Page.tsx'
import { Scroller } from '../kit/Scroller.tsx'
import type { OutboundStatus } from '../messages/contract.ts'
import { DeliveryState } from '../messages/DeliveryState.tsx'
import { formatPhone } from '../sms/phone.ts'
import type { Campaign, CampaignRecipient } from './contract.ts'
import { failureAction, failureReason } from './outcome.ts'

const FEW = 5
const PAGE = 1000

const column = columnHelper<CampaignRecipient>()
const columns = column.columns([
  column.accessor('name', { header: 'Prospect', cell: ({ getValue }) => <strong>{getValue()}</strong> }),
  column.accessor('phone', {
    header: 'Number',
    cell: ({ getValue }) => <span className="sb-num sb-nowrap">{formatPhone(getValue())}</span>,
  }),
  column.accessor('status', {
    header: 'State',
    cell: ({ getValue }) => <DeliveryState status={getValue()} />,
  }),
  column.accessor(failureReason, { id: 'happened', header: 'What happened' }),
  column.accessor(failureAction, { id: 'did', header: 'What we did' }),
])

/** Everyone whose text did not arrive, the reason, and what was done about it. */
export function NotDelivered({ campaign }: { campaign: Campaign }) {
  const { id, unknown, failed, canceled } = campaign
  const reads = [
    useWith(id, 'unknown', unknown),
    useWith(id, 'failed', failed),
    useWith(id, 'undelivered', failed),
    useWith(id, 'canceled', canceled),
  ].filter(({ isEnabled }) => isEnabled)
  const total = unknown + failed + canceled
  if (total === 0) return null
  return (
    <Panel flush title="Not delivered, and why">
      <Loaded
        read={together(reads)}
        loading={{ text: 'Loading who got no text...', rows: Math.min(FEW, total), rowHeight: 40 }}
        failed="Error loading who got no text"
      >
        {(rows) => <Rows rows={rows} total={total} />}
      </Loaded>
    </Panel>
  )
}

function useWith(id: string, status: OutboundStatus, expected: number) {
  return useRead('campaigns', 'recipients', { id, status, pageSize: PAGE }, { enabled: expected > 0 })
}

/** Nothing is listed before every list is there: a part would read as the whole. */
const together = (reads: ReturnType<typeof useWith>[]) => ({
  data: reads.every(({ data }) => data) ? reads.flatMap(({ data = [] }) => data) : undefined,
  error: reads.find(({ data, error }) => error && !data)?.error,
  refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
})

function Rows({ rows, total }: { rows: CampaignRecipient[]; total: number }) {
  const [all, setAll] = useState(false)
  return (
    <>
      <Table rows={all ? rows : rows.slice(0, FEW)} />
      {rows.length > FEW && (
        <div className="sb-first-more">
          <Button variant="minimal" className="sb-link" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${count(rows.length)}`}
          </Button>
          {total > rows.length && (
            <span className="sb-muted">The first {count(rows.length)} are listed.</span>
          )}
        </div>
      )}
    </>
  )
}

function Table({ rows }: { rows: CampaignRecipient[] }) {
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ phone, status }) => `${phone} ${status}`,
  })
  return (
    <Scroller className="sb-first-table" label="Not delivered">
      <HTMLTable>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col">
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Scroller>
  )
}
