export interface IssuedStatement {
  number: number
  /** Minor units; negative if the salon is owed. */
  total: number
}

/** What is paid and left of one statement, in minor units. */
export interface Balance {
  number: number
  paid: number
  outstanding: number
}

export interface Account {
  /** Of each statement, in the order of the numbers. */
  balances: Balance[]
  /** Paid too much, or owed by us, and not used yet; negative if more was paid back than that. */
  credit: number
  /** Owed by the salon over all; negative if it is owed. */
  owed: number
}

/**
 * The account of a salon: payments, and statements in its favour, pay the oldest statement first. Only sums count, so the
 * order of the events does not matter.
 */
export function accountOf(
  statements: readonly IssuedStatement[],
  payments: readonly { amount: number }[],
): Account {
  const inOrder = statements.toSorted((a, b) => a.number - b.number)
  let credit = payments.reduce((sum, { amount }) => sum + amount, 0)
  for (const { total } of inOrder) if (total < 0) credit -= total
  const balances = inOrder.map(({ number, total }) => {
    const paid = Math.max(0, Math.min(credit, total))
    credit -= paid
    return { number, paid, outstanding: Math.max(0, total) - paid }
  })
  return { balances, credit, owed: balances.reduce((sum, { outstanding }) => sum + outstanding, 0) - credit }
}
