import { money } from '../../formats.ts'

/** Names the salon and its statement in a payment, in as few characters as banks take: `101-3`. */
export const referenceOf = (accountNumber: number, statementNumber: number) =>
  `${accountNumber}-${statementNumber}`

/** What is to be paid with a statement: with what was owed before, or less the credit. Never negative. */
export const toPayOf = ({ total, broughtForward }: { total: number; broughtForward: number }): number =>
  Math.max(0, total + broughtForward)

/** What was paid of all that a statement asks for, with what was owed before. Credit that it had counted is no payment. */
export const paidSinceOf = (statement: { total: number; broughtForward: number; left: number }): number =>
  Math.max(0, toPayOf(statement) - statement.left)

/** `£50.50 to pay, £30.50 of it from before`; null if nothing is left. */
export function leftText({ left, outstanding }: { left: number; outstanding: number }, currency: string) {
  if (left <= 0) return null
  const before = left - outstanding
  return `${money(left, currency)} to pay${before > 0 ? `, ${money(before, currency)} of it from before` : ''}`
}

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
