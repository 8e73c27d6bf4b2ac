import { money } from '../../formats.ts'
import { isUnusual, usualAmount } from '../visits/usual.ts'
import type { StatementLine } from './contract.ts'

/** A statement over so many times the usual one is looked at first. */
const TIMES = 3

interface Unissued {
  /** Minor units, with VAT. */
  total: number
  lines: readonly Pick<StatementLine, 'client' | 'paid'>[]
}

/** Why a statement is looked at before it is issued, from the salon's earlier totals; null if it is as usual. */
export function unusualStatement(
  { total, lines }: Unissued,
  earlier: readonly number[],
  currency: string,
): string | null {
  const usual = usualAmount(earlier)
  const high = lines.find(({ paid }, at) =>
    isUnusual(
      paid ?? 0,
      lines.flatMap((other, n) => (n === at ? [] : [other.paid ?? 0])),
    ),
  )
  const reasons = [
    usual !== null && total > usual * TIMES ? `Usually about ${money(usual, currency)}` : '',
    high ? `${high.client} paid ${money(high.paid ?? 0, currency)}` : '',
  ].filter(Boolean)
  return reasons.length === 0 ? null : `${reasons.join('. ')}.`
}
