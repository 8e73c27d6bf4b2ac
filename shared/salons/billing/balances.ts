export interface IssuedStatement {
  number: number
  /** Minor units; negative in favour of the salon. */
  total: number
}

/** Paid and outstanding amount of one statement, in minor units. */
export interface Balance {
  number: number
  paid: number
  /** Lowered by credits. */
  credited: number
  outstanding: number
}

export interface Account {
  /** One for each statement, by number. */
  balances: Balance[]
  /** Unused money of the salon: overpaid, owed by us, or a credit. Negative if more than that was paid back. */
  credit: number
  /** Owed by the salon in total; negative if we owe it. */
  owed: number
  /** All payments, without what was paid back. */
  received: number
  /** All credits, without those taken back. */
  credited: number
}

/**
 * The account of a salon. Credits (`credited`, a sum) lower the oldest statement first; then payments, and statements in favour
 * of the salon, pay the oldest first. The result depends on sums only, not on the order of events.
 */
export function accountOf(
  statements: readonly IssuedStatement[],
  payments: readonly { amount: number }[],
  credited = 0,
): Account {
  const inOrder = statements.toSorted((a, b) => a.number - b.number)
  const received = payments.reduce((sum, { amount }) => sum + amount, 0)
  let credit = received
  for (const { total } of inOrder) if (total < 0) credit -= total
  let unused = credited
  const balances = inOrder.map(({ number, total }) => {
    const lowered = Math.max(0, Math.min(unused, total))
    unused -= lowered
    const paid = Math.max(0, Math.min(credit, total - lowered))
    credit -= paid
    return { number, paid, credited: lowered, outstanding: Math.max(0, total) - lowered - paid }
  })
  credit += unused
  const owed = balances.reduce((sum, { outstanding }) => sum + outstanding, 0) - credit
  return { balances, credit, owed, received, credited }
}

/** What is left of all that a statement asks for: older ones are part of it, newer ones are not. */
export const leftOf = (balances: readonly Balance[], number: number): number =>
  balances.reduce((sum, one) => sum + (one.number <= number ? one.outstanding : 0), 0)
