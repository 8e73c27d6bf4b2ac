import { formatDay } from '../../formats.ts'
import { localDate } from '../../sms/openHours.ts'
import type { LedgerEntry, Owed } from './contract.ts'
import { isCredit } from './fees.ts'

type Figure = 'later' | 'payable' | 'outstanding' | 'disputed'

const owedLabels: Record<Figure, string> = {
  later: 'Not yet payable',
  payable: 'Payable',
  outstanding: 'Outstanding',
  disputed: 'Disputed',
}

/** What a salon owes, with VAT, with labels. Disputed money is rare: without it there are three figures. */
export const owedFigures = (owed: Owed): [label: string, sum: number][] =>
  (Object.keys(owedLabels) as Figure[])
    .filter((name) => name !== 'disputed' || owed.disputed !== 0)
    .map((name) => {
      const sum = name === 'outstanding' ? owed[name] : owed[name] + (owed.vat?.[name] ?? 0)
      return name === 'outstanding' && sum < 0 ? ['Credit', -sum] : [owedLabels[name], sum]
    })

/** Said below the figures where they include VAT. */
export const VAT_INCLUDED = 'These sums are with VAT. Single fees are shown without it.'

/** Where an entry stands: disputed, payable now or later. On a statement its number says more. */
export function standingOf(entry: LedgerEntry, timeZone: string, now: Date): string {
  const { statementNumber, dispute, held, payableFrom } = entry
  if (statementNumber !== null) return `Statement ${statementNumber}`
  if (isCredit(entry.kind)) return 'Counts already'
  if (dispute && dispute.decidedAt === null) return 'Disputed'
  if (held) return 'Waits for a dispute'
  if (new Date(payableFrom) <= now) return 'Payable'
  return `Payable from ${formatDay(localDate(timeZone, new Date(payableFrom)))}`
}

/** Result of the last dispute, or null. */
export function decisionOf({ dispute }: LedgerEntry): string | null {
  if (!dispute || dispute.decidedAt === null) return null
  const by = `Dispute ${dispute.upheld ? 'upheld' : 'rejected'} by ${dispute.decidedBy}`
  return dispute.reason === '' ? by : `${by}: ${dispute.reason}`
}
