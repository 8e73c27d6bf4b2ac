import type { Plan, PlannedReceipt, TextToSend } from '../carrier.ts'
import type { Random } from '../random.ts'
import { senderAddresses } from '../senders.ts'

/** Texts that both salons send begin so. The outcome of their first attempt is unclear. */
export const TWIN = 'Twin text'

export interface CarrierFaults {
  plan(text: TextToSend): Plan
  failsQuery(query: { to: string | null }): boolean
  /** Answers 429 to every create call for this long, so that texts are requeued. */
  refuseAllFor(ms: number): void
  /** Rejects every text from this sender with 21606; null ends it. */
  refuseSender(address: string | null): void
  /** Ends the faults, except for `lateNumbers`. */
  stop(): void
  /** Texts to these numbers are accepted without a response and stay unknown until their late receipt. */
  lateNumbers: Set<string>
}

/** Draws the carrier's behaviour for each text: mostly correct, but every fault occurs in every run. */
export function createCarrierFaults(random: Random, lateMs: number): CarrierFaults {
  let isStopped = false
  let refuseUntil = 0
  let refusedSender: string | null = null
  const triedTwins = new Set<string>()
  const lateNumbers = new Set<string>()
  return {
    plan({ from, to, body }) {
      if (from === refusedSender) return { ...notAccepted('refuse', random.between(0, 50)), code: 21_606 }
      if (lateNumbers.has(to))
        return { ...accepted(random, 'drop', 0), receipts: [{ status: 'delivered', afterMs: lateMs }] }
      if (isStopped) return accepted(random, 'created', random.between(0, 30))
      if (performance.now() < refuseUntil) return notAccepted('busy', random.between(0, 100))
      const key = `${from} ${to} ${body}`
      if (body.startsWith(TWIN) && !triedTwins.has(key)) {
        triedTwins.add(key)
        return random.chance(0.5) ? accepted(random, 'drop', 0) : notAccepted('drop', 0)
      }
      return drawPlan(random)
    },
    lateNumbers,
    failsQuery({ to }) {
      if (to !== null && lateNumbers.has(to)) return true
      // A catch-up lists the texts of every sender and fails with any of these calls.
      const isList = to !== null && senderAddresses.includes(to)
      return !isStopped && random.chance(isList ? 0.2 / senderAddresses.length : 0.2)
    },
    refuseAllFor(ms) {
      refuseUntil = performance.now() + ms
    },
    refuseSender(address) {
      refusedSender = address
    },
    stop() {
      isStopped = true
    },
  }
}

function drawPlan(random: Random): Plan {
  const roll = random.next()
  if (roll < 0.07) return notAccepted('busy', random.between(0, 50))
  if (roll < 0.1) return notAccepted('error', random.between(0, 200))
  if (roll < 0.13) return accepted(random, 'error', random.between(0, 200))
  if (roll < 0.16) return notAccepted('drop', random.between(0, 200))
  if (roll < 0.2) return accepted(random, 'drop', random.between(0, 200))
  if (roll < 0.21) return notAccepted('hang', 0)
  if (roll < 0.22) return accepted(random, 'hang', 0)
  if (roll < 0.23) return { ...notAccepted('refuse', 0), code: random.pick([21_211, 21_408, 30_450]) }
  if (roll < 0.28) return accepted(random, 'created', random.between(1000, 8000))
  return accepted(random, 'created', random.between(0, 250))
}

const notAccepted = (answer: Plan['answer'], answerAfterMs: number): Plan => ({
  accept: false,
  answer,
  answerAfterMs,
  receipts: [],
})

const accepted = (random: Random, answer: Plan['answer'], answerAfterMs: number): Plan => ({
  accept: true,
  answer,
  answerAfterMs,
  receipts: drawReceipts(random),
})

/** Early, late or repeated receipts; sometimes the final one before `sent`. */
function drawReceipts(random: Random): PlannedReceipt[] {
  const isDelivered = random.chance(0.93)
  const status = isDelivered ? 'delivered' : 'undelivered'
  const code = isDelivered ? undefined : random.pick([30_003, 30_008, 30_007])
  const sentAfter = random.between(0, 600)
  const finalAfter = random.chance(0.2) ? random.between(0, sentAfter) : sentAfter + random.between(0, 4000)
  const receipts: PlannedReceipt[] = [
    { status: 'sent', afterMs: sentAfter },
    { status, code, afterMs: finalAfter },
  ]
  if (random.chance(0.3)) receipts.push({ status, code, afterMs: finalAfter + random.between(0, 2000) })
  return receipts
}
