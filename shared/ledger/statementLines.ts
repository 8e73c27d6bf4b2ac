import { kindLabels, statementTotals } from '../visits/fees.ts'
import type { Statement, StatementLine } from './contract.ts'

/** `Reversal`, or null for a fee, which needs no word. */
export const kindOf = ({ kind }: Pick<StatementLine, 'kind'>) => (kind === 'fee' ? null : kindLabels[kind])

/** Reasons as sentences: `The client did not come.` */
export const reasonsText = (reasons: readonly string[]) => reasons.map((reason) => `${reason}.`).join(' ')

/** The sums below the lines; those that are zero or equal to the total are left out. */
export function sumsOf({
  lines,
  total,
}: Pick<Statement, 'lines' | 'total'>): [label: string, amount: number][] {
  const { fees, reductions, adjustments } = statementTotals(lines)
  const parts: [string, number][] = [
    ['Fees', fees],
    ['Corrections', adjustments],
    ['Reversals', reductions],
  ]
  return [...parts.filter(([, amount]) => amount !== 0 && amount !== total), ['Total', total]]
}
