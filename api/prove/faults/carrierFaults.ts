import type { AppliedFault, AppliedFaults } from '../../simulator/faults.ts'
import type { Random } from '../../testing/random.ts'
import { senderAddresses } from '../senders.ts'

/** Draws the faults of each text, receipt and query: mostly none, but every fault occurs in every run. */
export function createCarrierFaults(random: Random) {
  let isStopped = false
  return {
    faultsOf: (): AppliedFaults =>
      isStopped
        ? { response: null, receipts: [] }
        : { response: drawResponse(random), receipts: drawReceipts(random) },
    /** A late receipt may come after a later one. */
    receiptDelayMs: () => (random.chance(0.5) ? random.between(0, 300) : random.between(0, 4000)),
    failsQuery({ to = '' }: { to: string | undefined }) {
      // A catch-up lists the texts of every sender and fails with any of these calls.
      const share = senderAddresses.includes(to) ? senderAddresses.length : 1
      return !isStopped && random.chance(0.2 / share)
    },
    stop() {
      isStopped = true
    },
  }
}

function drawResponse(random: Random): AppliedFault | null {
  const roll = random.next()
  if (roll < 0.07) return { kind: 'busy', ms: random.between(0, 50) }
  if (roll < 0.1) return { kind: 'error', ms: random.between(0, 200) }
  if (roll < 0.13) return { kind: 'accept_error', ms: random.between(0, 200) }
  if (roll < 0.16) return { kind: 'drop', ms: random.between(0, 200) }
  if (roll < 0.2) return { kind: 'accept_drop', ms: random.between(0, 200) }
  if (roll < 0.21) return { kind: 'hang' }
  // Longer than the service waits.
  if (roll < 0.22) return { kind: 'delay', ms: 20_000 }
  if (roll < 0.23) return { kind: 'refuse', code: random.pick(REJECTED) }
  if (roll < 0.28) return { kind: 'delay', ms: random.between(1000, 8000) }
  return { kind: 'delay', ms: random.between(0, 250) }
}

/** Error codes of the carrier that reject a text. */
export const REJECTED = [21_211, 21_408, 30_450]

const drawReceipts = (random: Random): AppliedFault[] => [
  ...(random.chance(0.93)
    ? []
    : [{ kind: 'undelivered' as const, code: random.pick([30_003, 30_008, 30_007]) }]),
  ...(random.chance(0.2) ? [{ kind: 'reorder' as const }] : []),
  ...(random.chance(0.3) ? [{ kind: 'repeat' as const, times: 2 }] : []),
]
