/** Days for which an owner can see a charge before it is put on a statement. The agreement names them. */
export const SEEN_DAYS = 7

const DAY_MS = 24 * 3_600_000

interface PayableFrom {
  /** Of the charged visit; null if it is not known, or nothing is charged any more. */
  visitAt: string | null
  holdDays: number
  /** When the entry is recorded: the owner can see it from then on. */
  seenAt: Date
  /** The entry raises what is owed. */
  raises: boolean
  /** Times from which earlier entries of the client are payable. */
  earlier: readonly Date[]
}

/**
 * From when an entry can go on a statement: the days of holding after the visit, and for what is charged after the owner could
 * see it for a week, also if the visit was decided late. A correction is payable no earlier than what it corrects.
 */
export function payableFromOf({ visitAt, holdDays, seenAt, raises, earlier }: PayableFrom): Date {
  const held = visitAt === null ? 0 : new Date(visitAt).getTime() + holdDays * DAY_MS
  const seen = seenAt.getTime() + (raises ? SEEN_DAYS * DAY_MS : 0)
  return new Date(Math.max(held, seen, ...earlier.map((at) => at.getTime())))
}
