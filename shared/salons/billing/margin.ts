import type { MonthRow } from './contract.ts'

/** Millionths of a unit as whole minor units, half up. */
export const costInMinor = (amount: number) => Math.floor((amount + 5000) / 10_000)

/**
 * Fees less the cost of texts, in minor units. Null if it is unknown: other currencies are not converted, and a text without a
 * price is not free.
 */
export function marginOf(row: Pick<MonthRow, 'fees' | 'cost' | 'currency' | 'unpriced'>) {
  const { fees, cost, currency, unpriced } = row
  if (currency === null || unpriced > 0) return null
  if (cost.some(({ unit, amount }) => unit !== currency && amount > 0)) return null
  return fees - costInMinor(cost.reduce((sum, { amount }) => sum + amount, 0))
}

/** Sums of rows, by currency where there is one. */
export function totalsOf(rows: readonly MonthRow[]) {
  const cost = new Map<string, number>()
  for (const row of rows)
    for (const { amount, unit } of row.cost) cost.set(unit, (cost.get(unit) ?? 0) + amount)
  const sums = new Map<string, { fees: number; paid: number; outstanding: number }>()
  for (const { currency, fees, paid, outstanding } of rows) {
    if (currency === null) continue
    const before = sums.get(currency) ?? { fees: 0, paid: 0, outstanding: 0 }
    sums.set(currency, {
      fees: before.fees + fees,
      paid: before.paid + paid,
      outstanding: before.outstanding + outstanding,
    })
  }
  return {
    cost: [...cost].map(([unit, amount]) => ({ unit, amount })),
    sums: [...sums].map(([currency, sum]) => ({ currency, ...sum })),
  }
}
