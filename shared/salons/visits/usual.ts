import { money } from '../../formats.ts'

/** An amount over so many times the usual one needs a confirmation: £450 for £45.00 is a slip of the finger. */
const TIMES = 5
/** Fewer earlier amounts than this say nothing about a salon. */
const ENOUGH = 3
/** Asked again above this amount, in minor units, while too little is known of a salon. */
const MOST_UNKNOWN = 30_000

/** The middle one of earlier amounts, in minor units; null if there are too few. */
export function usualAmount(earlier: readonly number[]): number | null {
  const known = earlier.filter((amount) => amount > 0).sort((a, b) => a - b)
  return known.length < ENOUGH ? null : (known[Math.floor((known.length - 1) / 2)] ?? null)
}

/** Whether an amount paid for services is much more than the usual one, or than one visit costs. */
export function isUnusual(amount: number, earlier: readonly number[]): boolean {
  const usual = usualAmount(earlier)
  return amount > (usual === null ? MOST_UNKNOWN : usual * TIMES)
}

/** The question before an unusual amount is stored; null if it is none. */
export function unusualText(amount: number, earlier: readonly number[], currency: string): string | null {
  if (!isUnusual(amount, earlier)) return null
  const usual = usualAmount(earlier)
  const than =
    usual === null ? 'That is a lot for one visit' : `Usually it is about ${money(usual, currency)}`
  return `${than}. Is ${money(amount, currency)} right? Then send it again.`
}
