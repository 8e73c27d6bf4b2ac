import { useMemo } from 'react'
import { money } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import type { Salon } from '../salons/contract.ts'
import type { Visit } from './contract.ts'
import { dayOf, evidenceText, feeText, stateLabels, stateTones } from './labels.ts'

const column = columnHelper<Visit>()

const columnsOf = (salon: Salon) =>
  column.columns([
    column.accessor('firstName', {
      header: 'Client',
      // The click bubbles to the row, which opens the visit.
      cell: ({ row: { original } }) => (
        <>
          <LinkButton>{original.firstName ?? 'No name'}</LinkButton>
          <span className="sb-second">
            <NumberLink number={original.phone} />
          </span>
        </>
      ),
      meta: { className: 'sb-visit-client' },
    }),
    column.accessor('visitAt', {
      header: 'Visit',
      cell: ({ row: { original } }) => (
        <>
          {dayOf(original.visitAt, salon.timeZone)}
          <span className="sb-second">Booked {dayOf(original.bookedAt, salon.timeZone)}</span>
        </>
      ),
      meta: { className: 'sb-num sb-visit-day sb-nowrap' },
    }),
    column.accessor('amount', {
      header: 'Amount',
      cell: (cell) => {
        const amount = cell.getValue()
        return amount === null ? '–' : money(amount, salon.currency)
      },
      meta: { className: 'sb-num sb-right' },
    }),
    column.accessor('state', { header: 'State', cell: (cell) => <VisitBadge state={cell.getValue()} /> }),
    column.accessor('evidence', {
      header: 'Evidence',
      cell: (cell) => <Evidence evidence={cell.getValue()} salon={salon} />,
      meta: { className: 'sb-visit-words' },
    }),
    column.accessor('attribution', {
      header: 'Fee',
      cell: ({ row: { original } }) => (
        <>
          <b className={original.attribution.fee ? 'sb-strong sb-num' : 'sb-muted'}>
            {feeText(original, salon)}
          </b>
          <span className="sb-second">{original.attribution.reasons.join(' · ')}</span>
        </>
      ),
      meta: { className: 'sb-visit-words' },
    }),
  ])

export const VisitBadge = ({ state }: Pick<Visit, 'state'>) => (
  <Badge dot={stateTones[state]} look="plain">
    {stateLabels[state]}
  </Badge>
)

/** One line per piece of evidence. */
export const Evidence = ({ evidence, salon }: Pick<Visit, 'evidence'> & { salon: Salon }) => (
  <>
    {evidence.map((one) => {
      const text = evidenceText(one, salon.timeZone)
      return (
        <span key={text} className="sb-visit-evidence sb-break sb-small">
          {text}
        </span>
      )
    })}
  </>
)

const rowId = (visit: Visit) => visit.id

interface Props {
  salon: Salon
  visits: Visit[]
  onOpen: (visit: Visit) => void
}

export function VisitTable({ salon, visits, onOpen }: Props) {
  const columns = useMemo(() => columnsOf(salon), [salon])
  return (
    <DataTable label="Visits" columns={columns} rows={visits} rowId={rowId} rowHeight={64} onOpen={onOpen} />
  )
}
