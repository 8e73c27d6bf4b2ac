import { Badge } from '../../kit/Badge.tsx'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import type { Client } from './contract.ts'
import { reasonLabels } from './eligible.ts'
import { dayText, reasonTones } from './labels.ts'

export const ReasonBadge = ({ reason }: { reason: Client['eligibility']['reason'] }) => (
  <Badge dot={reasonTones[reason]} look="plain">
    {reasonLabels[reason]}
  </Badge>
)

const column = columnHelper<Client>()
const columns = column.columns([
  column.accessor('firstName', {
    header: 'Name',
    // The click bubbles to the row, which opens the client.
    cell: (cell) => <LinkButton>{cell.getValue() ?? 'No name'}</LinkButton>,
  }),
  column.accessor('phone', {
    header: 'Number',
    cell: (cell) => <NumberLink number={cell.getValue()} />,
    meta: { className: 'sb-num sb-nowrap' },
  }),
  column.accessor('lastVisit', {
    header: 'Last visit',
    cell: (cell) => dayText(cell.getValue()),
    meta: { className: 'sb-num sb-nowrap' },
  }),
  column.accessor('nextVisit', {
    header: 'Next visit',
    cell: (cell) => dayText(cell.getValue()),
    meta: { className: 'sb-num sb-nowrap sb-client-extra' },
  }),
  column.accessor('visits', {
    header: 'Visits',
    cell: (cell) => cell.getValue() ?? '–',
    meta: { className: 'sb-num sb-right sb-client-extra' },
  }),
  column.accessor('eligibility.reason', {
    header: 'Reason',
    cell: (cell) => <ReasonBadge reason={cell.getValue()} />,
  }),
])

const rowId = (client: Client) => client.id

export function ClientTable({ clients, onOpen }: { clients: Client[]; onOpen: (client: Client) => void }) {
  return <DataTable label="Clients" columns={columns} rows={clients} rowId={rowId} onOpen={onOpen} />
}
