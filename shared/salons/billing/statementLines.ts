import { money } from '../../formats.ts'
import { feeOf } from '../visits/amount.ts'
import type { Statement, StatementLine } from './contract.ts'
import { kindLabels, statementTotals } from './fees.ts'

/** `Reversal`, or null for a fee, which needs no word. */
export const kindOf = ({ kind }: Pick<StatementLine, 'kind'>) => (kind === 'fee' ? null : kindLabels[kind])

/** Reasons as sentences: `The client did not come.` */
export const reasonsText = (reasons: readonly string[]) => reasons.map((reason) => `${reason}.`).join(' ')

/** `Corrects statement 3`; null for a line that corrects none. */
export const correctsText = ({ corrects }: { corrects?: number | null | undefined }) =>
  typeof corrects === 'number' ? `Corrects statement ${corrects}` : null

type Computed = Pick<StatementLine, 'kind' | 'amount' | 'paid' | 'paidBefore' | 'feeBps'>

/**
 * The base amount of a line, in minor units: the line is a share of it. For a correction the difference. Null if there is no
 * such amount, because it is not known or the rounding of two fees differs from that of their difference.
 */
export function baseOf({ kind, amount, paid, paidBefore, feeBps }: Computed): number | null {
  const base = kind === 'fee' ? paid : differenceOf({ paid, paidBefore })
  return base !== null && feeOf(base, feeBps) === amount ? base : null
}

const differenceOf = ({ paid, paidBefore }: Pick<Computed, 'paid' | 'paidBefore'>) =>
  paid === null || paidBefore === null || paidBefore === undefined ? null : paid - paidBefore

/** The amount of `baseOf` for a column; a dash if there is none. */
export function baseText(line: Computed, currency: string): string {
  const base = baseOf(line)
  return base === null ? '–' : money(base, currency)
}

/** `30 %`; a dash where the share alone does not give the amount. */
export const shareText = (line: Computed) => (baseOf(line) === null ? '–' : `${line.feeBps / 100} %`)

/** What changed in a correction: `£82.50 → £50.00`, with both fees if the difference alone does not say it; else null. */
export function changeText(line: Computed, currency: string): string | null {
  const { kind, amount, paid, paidBefore, feeBps } = line
  if (kind === 'fee' || paid === null || typeof paidBefore !== 'number') return null
  const change = `${money(paidBefore, currency)} → ${money(paid, currency)}`
  if (baseOf(line) !== null) return change
  const fee = feeOf(paid, feeBps)
  return `${change}, fee ${money(fee - amount, currency)} → ${money(fee, currency)}`
}

/** How a line is computed: `30 % of £45.00`, or of a correction `£82.50 → £50.00: 30 % of -£32.50 = -£9.75`. */
export function workingText(line: Computed, currency: string): string | null {
  const base = baseOf(line)
  const change = changeText(line, currency)
  const share = base === null ? null : `${line.feeBps / 100} % of ${money(base, currency)}`
  if (change === null) return share
  return share === null ? change : `${change}: ${share} = ${money(line.amount, currency)}`
}

/** The sums below the lines; those that are zero or equal to the total are left out. */
export function sumsOf(
  statement: Pick<Statement, 'lines' | 'total' | 'vat' | 'vatBps'> & Partial<Pick<Statement, 'vatParts'>>,
): [label: string, amount: number][] {
  const { lines, total, vat, vatBps } = statement
  const { fees, reductions, adjustments } = statementTotals(lines)
  const net = total - vat
  const parts: [string, number][] = [
    ['Fees', fees],
    ['Corrections', adjustments],
    ['Reversals', reductions],
  ]
  const { vatParts = [] } = statement
  const taxed = (vatParts.length > 1 ? vatParts : [{ bps: vatBps, vat }]).filter(({ bps }) => bps !== 0)
  const withVat: [string, number][] =
    taxed.length === 0
      ? []
      : [
          ['Total without VAT', net],
          ...taxed.map(({ bps, vat }): [string, number] => [`VAT at ${bps / 100} %`, vat]),
        ]
  return [...parts.filter(([, amount]) => amount !== 0 && amount !== net), ...withVat, ['Total', total]]
}
