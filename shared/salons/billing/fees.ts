import { feeOf } from '../visits/amount.ts'
import { attribute, type ClientHistory, type VisitFacts } from '../visits/attribution.ts'

/** Kinds of ledger entries with their labels. */
export const kindLabels = {
  fee: 'Fee',
  reversal: 'Reversal',
  adjustment: 'Correction',
  credit: 'Credit',
} as const
type EntryKind = keyof typeof kindLabels

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

export interface ChargeableVisit extends VisitFacts {
  id: string
  /** Minor units; null if unknown. */
  amount: number | null
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

/** A visit with what was known of the client besides it. */
export interface Candidate {
  visit: ChargeableVisit
  history: Omit<ClientHistory, 'chargedBefore'>
}

/**
 * The fee that a client's visits are worth: that of the earliest visit that is charged, or null. It depends on the visits
 * alone, not on the order of entry.
 */
export function chargeOf(candidates: readonly Candidate[], salon: Salon): Charge | null {
  const byDay = candidates.toSorted(
    (a, b) => compare(dayOf(a.visit), dayOf(b.visit)) || compare(a.visit.id, b.visit.id),
  )
  for (const { visit, history } of byDay) {
    const { fee, reasons } = attribute(visit, { ...history, chargedBefore: false }, salon)
    if (fee) return { visitId: visit.id, amount: feeOf(visit.amount ?? 0, salon.feeBps), reasons }
  }
  return null
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const dayOf = ({ visitOn }: VisitFacts) => visitOn ?? ''

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
