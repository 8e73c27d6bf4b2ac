import type { EntryKind } from './entries.ts'

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
