export interface IssuedStatement {
  number: number
  /** Minor units; negative in favour of the salon. */
  total: number
}

/** Paid and outstanding amount of one statement, in minor units. */
export interface Balance {
  number: number
  paid: number
  outstanding: number
}

export interface Account {
  /** One for each statement, by number. */
  balances: Balance[]
  /** Unused money of the salon: overpaid, or owed by us. Negative if more than that was paid back. */
  credit: number
  /** Owed by the salon in total; negative if we owe it. */
  owed: number
  /** All payments, without what was paid back. */
  received: number
}

/**
 * The account of a salon. Payments, and statements in favour of the salon, pay the oldest statement first. The result depends
 * on sums only, not on the order of events.
 */
export function accountOf(
  statements: readonly IssuedStatement[],
  payments: readonly { amount: number }[],
): Account {
  const inOrder = statements.toSorted((a, b) => a.number - b.number)
  const received = payments.reduce((sum, { amount }) => sum + amount, 0)
  let credit = received
  for (const { total } of inOrder) if (total < 0) credit -= total
  const balances = inOrder.map(({ number, total }) => {
    const paid = Math.max(0, Math.min(credit, total))
    credit -= paid
    return { number, paid, outstanding: Math.max(0, total) - paid }
  })
  const owed = balances.reduce((sum, { outstanding }) => sum + outstanding, 0) - credit
  return { balances, credit, owed, received }
}

/** What is left of all that a statement asks for: older ones are part of it, newer ones are not. */
export const leftOf = (balances: readonly Balance[], number: number): number =>
  balances.reduce((sum, one) => sum + (one.number <= number ? one.outstanding : 0), 0)
