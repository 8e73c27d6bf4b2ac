import { feeOf } from '../visits/amount.ts'
import { countedVisit, type KnownVisit } from '../visits/attribution.ts'
import { CreditKind, type EntryKind } from './contract.ts'

/** Kinds of ledger entries with their labels. */
export const kindLabels = {
  fee: 'Fee',
  reversal: 'Reversal',
  adjustment: 'Correction',
  credit: 'Credit',
  write_off: 'Write-off',
  goodwill: 'Goodwill',
} as const satisfies Record<EntryKind, string>

/** Whether an entry is a credit: no part of a total, but of the balance. */
export const isCredit = (kind: EntryKind): kind is CreditKind => CreditKind.safeParse(kind).success

export interface Totals {
  fees: number
  /** Reversals and credits, at most zero. */
  reductions: number
  adjustments: number
  total: number
}

/** Sums of ledger entries in minor units. A negative total is carried over by the next statement. */
export function statementTotals(entries: readonly { kind: EntryKind; amount: number }[]): Totals {
  const sum = (...kinds: EntryKind[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0)
  return {
    fees: sum('fee'),
    reductions: sum('reversal', 'credit'),
    adjustments: sum('adjustment'),
    total: entries.reduce((total, { amount }) => total + amount, 0),
  }
}

interface Salon {
  timeZone: string
  attributionDays: number
  feeBps: number
}

/** A fee that is owed, with the reasons as sentences. */
export interface Charge {
  visitId: string
  amount: number
  reasons: string[]
}

/** A visit that can be charged, with what was known of the client besides it. */
export interface Candidate extends KnownVisit {
  /** `amount`: minor units; null if unknown. */
  visit: KnownVisit['visit'] & { amount: number | null }
}

/** The fee that a client's visits are worth: that of the visit that counts, or null. */
export function chargeOf(candidates: readonly Candidate[], salon: Salon): Charge | null {
  const counted = countedVisit(candidates, salon)
  if (!counted) return null
  const { visit, reasons } = counted
  return { visitId: visit.id, amount: feeOf(visit.amount ?? 0, salon.feeBps), reasons }
}

export interface NewEntry {
  kind: EntryKind
  amount: number
}

/**
 * The entry that brings the entries of a client to what is owed, or null if they agree. The first is the fee; later ones
 * correct it, because entries never change.
 */
export function entryFor(
  owed: number,
  entries: readonly { kind: EntryKind; amount: number }[],
): NewEntry | null {
  const hasFee = entries.some(({ kind }) => kind === 'fee')
  const difference =
    owed - entries.filter(({ kind }) => kind !== 'credit').reduce((sum, { amount }) => sum + amount, 0)
  if (difference === 0) return null
  if (!hasFee) return { kind: 'fee', amount: difference }
  return { kind: difference < 0 ? 'reversal' : 'adjustment', amount: difference }
}

interface NettedEntry {
  kind: EntryKind
  amount: number
  visitId: string | null
  /** A correction on no statement, without a dispute. */
  isOpen: boolean
}

/**
 * The entries of a client that stay when another amount is owed, oldest first. Open corrections at the end are left out, and one
 * entry then brings the rest to what is owed, so that a visit that changes often makes few lines. A fee that moves to
 * another visit keeps the line that takes it from the first.
 */
export function entriesToKeep<T extends NettedEntry>(
  entries: readonly T[],
  charge: { amount: number; visitId: string } | null,
): T[] {
  const corrections = entries.filter(({ kind }) => kind !== 'credit')
  const firstOpen = corrections.findLastIndex(({ isOpen }) => !isOpen) + 1
  for (let at = firstOpen; at < corrections.length; at++) {
    const kept = corrections.slice(0, at)
    const standing = kept.reduce((sum, { amount }) => sum + amount, 0)
    const visits = [kept.at(-1)?.visitId, corrections[at]?.visitId]
    if (charge && standing !== 0 && !visits.includes(charge.visitId)) continue
    const isSettled = standing === charge?.amount && kept.at(-1)?.visitId !== charge.visitId
    // Without a further entry, nothing would name the visit that is charged now.
    if (isSettled) continue
    const dropped = new Set(corrections.slice(at))
    return entries.filter((one) => !dropped.has(one))
  }
  return [...entries]
}

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

/** Why the fee of a client is taken back, from what speaks against it. */
export const takenBackReason = (problem: string) =>
  `Taken back: ${problem.slice(0, 1).toLowerCase()}${problem.slice(1)}`

/** Why the fee of a client changed. `moved`: another visit is the first one. */
export function correctionReason({ amount, moved }: { amount: number | null; moved: boolean }): string {
  if (amount === 0) return 'Taken back: the amount was refunded'
  if (amount === null) return 'Taken back: the amount is not known'
  return moved ? 'Another visit of this client is the first one' : 'The amount was corrected'
}
