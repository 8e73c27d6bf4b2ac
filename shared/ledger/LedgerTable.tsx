import { useMemo } from 'react'
import { money, shortDay } from '../formats.ts'
import { statementPath } from '../host/addresses.ts'
import { AppLink } from '../kit/AppLink.tsx'
import { columnHelper, DataTable } from '../kit/DataTable.tsx'
import { useNow } from '../kit/useNow.ts'
import type { Salon } from '../salons/contract.ts'
import type { LedgerEntry } from './contract.ts'
import { decisionOf, standingOf } from './labels.ts'
import { kindOf, reasonsText } from './statementLines.ts'

const column = columnHelper<LedgerEntry>()
const sum = { className: 'sb-num sb-right sb-nowrap' }

const columnsOf = (salon: Salon) =>
  column.columns([
    column.accessor('line.client', { header: 'Client', meta: { className: 'sb-num sb-nowrap' } }),
    column.accessor('line.visitOn', {
      header: 'Visit',
      cell: (cell) => {
        const day = cell.getValue()
        return day ? shortDay(day) : '–'
      },
      meta: { className: 'sb-num sb-ledger-short' },
    }),
    column.accessor('line.reasons', {
      header: 'Why',
      cell: ({ row: { original } }) => <Why entry={original} />,
      meta: { className: 'sb-ledger-why' },
    }),
    column.accessor('line.paid', {
      header: 'Paid',
      cell: (cell) => {
        const paid = cell.getValue()
        return paid === null ? '–' : money(paid, salon.currency)
      },
      meta: sum,
    }),
    column.accessor('line.feeBps', {
      header: 'Share',
      cell: (cell) => `${cell.getValue() / 100} %`,
      meta: sum,
    }),
    column.accessor('amount', {
      header: 'Amount',
      cell: (cell) => <b className="sb-strong">{money(cell.getValue(), salon.currency)}</b>,
      meta: sum,
    }),
    column.accessor('payableFrom', {
      header: 'State',
      cell: ({ row: { original } }) => <Standing entry={original} salon={salon} />,
    }),
  ])

/** The line as the owner reads it. */
export const Why = ({ entry }: { entry: Pick<LedgerEntry, 'kind' | 'line'> }) => (
  <>
    {kindOf(entry) && <b className="sb-strong">{kindOf(entry)}. </b>}
    {reasonsText(entry.line.reasons)}
  </>
)

function Standing({ entry, salon }: { entry: LedgerEntry; salon: Salon }) {
  const standing = standingOf(entry, salon.timeZone, useNow())
  const decision = decisionOf(entry)
  return (
    <>
      {entry.statementNumber === null ? (
        standing
      ) : (
        <AppLink
          to={statementPath(salon.id, entry.statementNumber)}
          className="sb-statement-link sb-ledger-short"
        >
          {standing}
        </AppLink>
      )}
      {decision && <span className="sb-second">{decision}</span>}
    </>
  )
}

const rowId = (entry: LedgerEntry) => entry.id

/** What is owed and its corrections, newest first. */
export function LedgerTable({ salon, entries }: { salon: Salon; entries: LedgerEntry[] }) {
  const columns = useMemo(() => columnsOf(salon), [salon])
  return <DataTable label="Ledger" columns={columns} rows={entries} rowId={rowId} rowHeight={64} />
}
