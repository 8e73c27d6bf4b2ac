import { formatDay, money } from '../../formats.ts'

/** A salon's entries on no statement, in minor units. */
export interface Unbilled {
  currency: string
  /** Number of entries that can go on a statement now; `payable` is their sum with VAT. */
  entries: number
  payable: number
  /** The first day on which more becomes payable; null if nothing waits. */
  laterFrom: string | null
  disputed: number
}

/** Why a salon gets no statement now; null if it gets one. */
export function notIssuedReason(unbilled: Unbilled): string | null {
  const { currency, entries, payable, laterFrom, disputed } = unbilled
  if (entries > 0 && payable > 0) return null
  if (payable < 0) return `We owe ${money(-payable, currency)}: it is taken off the next fees`
  if (entries > 0) return 'Fees and reversals add up to nothing'
  if (laterFrom !== null) return `Nothing is payable before ${formatDay(laterFrom)}`
  return disputed === 0 ? 'Nothing is owed' : 'The only fee is disputed'
}
