import { z } from 'zod'
import { named } from '../../fields.ts'
import { count, plural } from '../../formats.ts'
import { splitDialCode } from '../../sms/markets.ts'

/** What the carrier charges, in millionths of its unit. */
export const TextCost = named('TextCost', {
  amount: z.number().int().nonnegative(),
  /** `USD`: another form would fail to format. */
  unit: z.string().regex(/^[A-Z]{3}$/),
})
export type TextCost = z.infer<typeof TextCost>

/** What texts will cost, as far as prices are known. */
export const CostEstimate = named('CostEstimate', {
  cost: z.array(TextCost),
  /** Texts to places to which no text has a price yet. */
  unpriced: z.number().int().nonnegative(),
})
export type CostEstimate = z.infer<typeof CostEstimate>

/** The last price of a segment to one place. */
export const SegmentPrice = named('SegmentPrice', {
  area: z.string(),
  /** Millionths of the unit. */
  price: z.number().int().nonnegative(),
  unit: z.string(),
})
export type SegmentPrice = z.infer<typeof SegmentPrice>

/** The place of a number, as far as it decides about the price. */
export const priceArea = (phone: string): string => splitDialCode(phone)?.market ?? 'other'

/** Segments times the last price to the same place. A text to a place without a price counts as unknown, not as free. */
export function estimateCost(
  texts: readonly { phone: string; segments: number }[],
  prices: readonly SegmentPrice[],
): CostEstimate {
  const byArea = new Map(prices.map((price) => [price.area, price]))
  const byUnit = new Map<string, number>()
  let unpriced = 0
  for (const { phone, segments } of texts) {
    const known = byArea.get(priceArea(phone))
    if (known) byUnit.set(known.unit, (byUnit.get(known.unit) ?? 0) + segments * known.price)
    else unpriced += 1
  }
  return { cost: [...byUnit].map(([unit, amount]) => ({ unit, amount })), unpriced }
}

const format = (amount: number, unit: string) =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: unit,
    currencyDisplay: 'narrowSymbol',
  }).format(amount / 1_000_000)

/** `$12.30`, `$12.30 + €4.00`; a dash without a price. */
export const costText = (cost: readonly TextCost[]) =>
  cost.length === 0 ? '–' : cost.map(({ amount, unit }) => format(amount, unit)).join(' + ')

/** `about $12.30`, or that it is not known. */
export function estimateText({ cost, unpriced }: CostEstimate): string {
  if (cost.length === 0) return 'not known before the first texts have a price'
  const more = unpriced === 0 ? '' : `, and ${plural(unpriced, 'text')} without a known price`
  return `about ${costText(cost)}${more}`
}

/** What texts cost; those without a price yet are named, because they are not free. */
export function knownCostText({ cost, unpriced }: CostEstimate): string {
  if (unpriced === 0) return costText(cost)
  const unknown = `${count(unpriced)} without a price yet`
  return cost.length === 0 ? unknown : `${costText(cost)}, ${unknown}`
}
