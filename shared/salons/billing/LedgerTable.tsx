import { useMemo } from 'react'
import { formatDay, money } from '../../formats.ts'
import { statementPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { useNow } from '../../kit/useNow.ts'
import type { Salon } from '../salons/contract.ts'
import { TakeBackCredit } from './CreditDialog.tsx'
import type { LedgerEntry, StatementLine } from './contract.ts'
import { isCredit } from './fees.ts'
import { decisionOf, standingOf } from './labels.ts'
import { baseText, changeText, correctsText, kindOf, reasonsText, shareText } from './statementLines.ts'

const column = columnHelper<LedgerEntry>()
const sum = { className: 'sb-num sb-right sb-nowrap' }

const columnsOf = (salon: Salon) =>
  column.columns([
    column.accessor((entry) => entry.line.client || '–', {
      id: 'client',
      header: 'Client',
      meta: { className: 'sb-num sb-nowrap' },
    }),
    column.accessor('line.visitOn', {
      header: 'Visit',
      cell: (cell) => {
        const day = cell.getValue()
        return day ? formatDay(day) : '–'
      },
      meta: { className: 'sb-num sb-ledger-short' },
    }),
    column.accessor('line.reasons', {
      header: 'Why',
      cell: ({ row: { original } }) => (
        <Why line={{ ...original.line, ...original }} currency={salon.currency} />
      ),
      meta: { className: 'sb-break' },
    }),
    column.accessor('line.paid', {
      header: 'Paid',
      cell: ({ row: { original } }) => baseText({ ...original.line, ...original }, salon.currency),
      meta: sum,
    }),
    column.accessor('line.feeBps', {
      header: 'Share',
      cell: ({ row: { original } }) => shareText({ ...original.line, ...original }),
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

type Line = Omit<StatementLine, 'client' | 'visitOn' | 'ruleVersion' | 'corrects' | 'vat'> & {
  corrects?: number | null | undefined
}

/** The line as the owner reads it. */
export const Why = ({ line, currency }: { line: Line; currency: string }) => {
  const change = changeText(line, currency)
  const corrects = correctsText(line)
  return (
    <>
      {kindOf(line) && <b className="sb-strong">{kindOf(line)}. </b>}
      {reasonsText(line.reasons)}
      {change && <span className="sb-num"> {change}.</span>}
      {corrects && ` ${corrects}.`}
    </>
  )
}

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
      {entry.takenBack && <span className="sb-second">Taken back</span>}
      {isCredit(entry.kind) && !entry.takesBack && !entry.takenBack && (
        <MayCall call="billing.takeBackCredit">
          <TakeBackCredit salon={salon} entry={entry} />
        </MayCall>
      )}
    </>
  )
}

const rowId = (entry: LedgerEntry) => entry.id

/** What is owed and its corrections, newest first. */
export function LedgerTable({ salon, entries }: { salon: Salon; entries: LedgerEntry[] }) {
  const columns = useMemo(() => columnsOf(salon), [salon])
  return <DataTable label="Ledger" columns={columns} rows={entries} rowId={rowId} rowHeight={64} />
}
