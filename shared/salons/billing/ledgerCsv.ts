import { toCsv } from '../../kit/csv.ts'
import type { LedgerEntry, Statement } from './contract.ts'
import { kindLabels } from './fees.ts'
import { baseOf, reasonsText } from './statementLines.ts'

const header = [
  ...['Client', 'Visit', 'Kind', 'Why', 'Paid before', 'Paid', 'Share of', 'Share %', 'Amount'],
  ...['Currency', 'Figure', 'Payable from', 'Statement'],
]

type Issued = Pick<Statement, 'number' | 'state'>

/** The figure above the ledger that counts an entry. */
function figureOf(entry: LedgerEntry, statements: readonly Issued[], now: Date): string {
  const { statementNumber, held, payableFrom } = entry
  if (statementNumber === null) {
    if (held) return 'Disputed'
    return new Date(payableFrom) <= now ? 'Payable' : 'Not yet payable'
  }
  const statement = statements.find(({ number }) => number === statementNumber)
  return statement?.state === 'settled' ? 'Settled' : 'Outstanding'
}

const major = (minor: number | null | undefined) => (typeof minor === 'number' ? minor / 100 : null)

/** The ledger as CSV, with amounts in major units. */
export function ledgerCsv(
  entries: readonly LedgerEntry[],
  statements: readonly Issued[],
  { currency, now }: { currency: string; now: Date },
): string {
  return toCsv(
    header,
    entries.map((entry) => [
      entry.line.client,
      entry.line.visitOn,
      kindLabels[entry.kind],
      reasonsText(entry.line.reasons),
      major(entry.line.paidBefore),
      major(entry.line.paid),
      major(baseOf({ ...entry.line, ...entry })),
      entry.line.feeBps / 100,
      major(entry.amount),
      currency,
      figureOf(entry, statements, now),
      entry.payableFrom.slice(0, 10),
      entry.statementNumber,
    ]),
  )
}
