/** Why the fee of a client is taken back, from what speaks against it. */
export const takenBackReason = (problem: string) =>
  `Taken back: ${problem.slice(0, 1).toLowerCase()}${problem.slice(1)}`

/** Why the fee of a client changed. `moved`: another visit is the first one. */
export function correctionReason({ amount, moved }: { amount: number | null; moved: boolean }): string {
  if (amount === 0) return 'Taken back: the amount was refunded'
  if (amount === null) return 'Taken back: the amount is not known'
  return moved ? 'Another visit of this client is the first one' : 'The amount was corrected'
}
