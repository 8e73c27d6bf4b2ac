/** Names the salon and its statement in a payment, in as few characters as banks take: `101-3`. */
export const referenceOf = (accountNumber: number, statementNumber: number) =>
  `${accountNumber}-${statementNumber}`

/** What is to be paid with a statement: with what was owed before, or less the credit. Never negative. */
export const toPayOf = ({ total, broughtForward }: { total: number; broughtForward: number }): number =>
  Math.max(0, total + broughtForward)

/** The address of the payment page for an amount in minor units; null without a page or without anything to pay. */
export function payUrlOf(
  page: string | undefined,
  { reference, amount }: { reference: string; amount: number },
): string | null {
  if (page === undefined || amount <= 0) return null
  return page
    .replaceAll('{number}', encodeURIComponent(reference))
    .replaceAll('{amount}', (amount / 100).toFixed(2))
}
