import type { AmountUnit } from '../../platform/keys/contract.ts'
import { MAX_AMOUNT } from '../visits/contract.ts'

/** Below it, an amount without a confirmed unit can be one in pounds or dollars. */
const LEAST_CLEAR = 1000
/** Pence of a pound. */
const MINOR = 100

interface ReadAmount {
  /** Minor units; null: not known. */
  amount: number | null
  /** Its unit has to be confirmed first. */
  inDoubt?: true
}

/** An amount as a key sent it, in minor units. `unit`: null while it is not confirmed. */
export function readAmount(sent: number | null, unit: AmountUnit | null): ReadAmount {
  // Zero is the same in each unit.
  if (sent === null || sent === 0) return { amount: sent }
  if (unit === null && sent < LEAST_CLEAR) return { amount: null, inDoubt: true }
  const amount = unit === 'major' ? sent * MINOR : sent
  return { amount: amount > MAX_AMOUNT ? null : amount }
}
