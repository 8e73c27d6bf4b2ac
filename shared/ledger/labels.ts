import { shortDay } from '../formats.ts'
import { localDate } from '../sms/openHours.ts'
import type { LedgerEntry } from './contract.ts'

/** Where an entry stands: disputed, payable now or later. On a statement its number says more. */
export function standingOf(entry: LedgerEntry, timeZone: string, now: Date): string {
  const { statementNumber, dispute, payableFrom } = entry
  if (statementNumber !== null) return `Statement ${statementNumber}`
  if (dispute && dispute.decidedAt === null) return 'Disputed'
  if (new Date(payableFrom) <= now) return 'Payable'
  return `Payable from ${shortDay(localDate(timeZone, new Date(payableFrom)))}`
}

/** Result of the last dispute, or null. */
export function decisionOf({ dispute }: LedgerEntry): string | null {
  if (!dispute || dispute.decidedAt === null) return null
  return dispute.upheld
    ? `Dispute upheld by ${dispute.decidedBy}`
    : `Dispute rejected by ${dispute.decidedBy}`
}
