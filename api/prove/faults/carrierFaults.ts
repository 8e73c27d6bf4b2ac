import type { Plan, PlannedReceipt } from '../carrier.ts'
import type { Random } from '../random.ts'

export interface CarrierFaults {
  plan(text: { to: string; body: string }): Plan
  failsQuery(about: { to: string | null }): boolean
  /** Answers every call 429 for this long, so that a cancel meets requeued texts. */
  refuseAllFor(ms: number): void
  /** From now on no faults. */
  stop(): void
  /** Numbers whose texts are accepted without an answer and whose receipts come late: they stay unknown until then. */
  late: Set<string>
}

/** Draws the carrier's behaviour for each text: mostly correct, each fault often enough to occur in every run. */
export function createCarrierFaults(random: Random, lateMs: number): CarrierFaults {
  let stopped = false
  let refuseUntil = 0
  const late = new Set<string>()

  function plan({ to }: { to: string }): Plan {
    if (late.has(to)) return { ...taken('drop', 0), receipts: [{ status: 'delivered', afterMs: lateMs }] }
    if (stopped) return taken('created', random.between(0, 30))
    if (performance.now() < refuseUntil) return untaken('busy', random.between(0, 100))
    const roll = random.next()
    if (roll < 0.07) return untaken('busy', random.between(0, 50))
    if (roll < 0.1) return untaken('error', random.between(0, 200))
    if (roll < 0.13) return taken('error', random.between(0, 200))
    if (roll < 0.16) return untaken('drop', random.between(0, 200))
    if (roll < 0.2) return taken('drop', random.between(0, 200))
    if (roll < 0.21) return untaken('hang', 0)
    if (roll < 0.22) return taken('hang', 0)
    if (roll < 0.23) return { ...untaken('refuse', 0), code: random.pick([21_211, 21_408, 30_450]) }
    if (roll < 0.28) return taken('created', random.between(1000, 8000))
    return taken('created', random.between(0, 250))
  }

  const untaken = (answer: Plan['answer'], answerAfterMs: number): Plan => ({
    accept: false,
    answer,
    answerAfterMs,
    receipts: [],
  })

  const taken = (answer: Plan['answer'], answerAfterMs: number): Plan => ({
    accept: true,
    answer,
    answerAfterMs,
    receipts: receipts(),
  })

  /** Early, late, doubled, and the last before the first. */
  function receipts(): PlannedReceipt[] {
    const delivered = random.chance(0.93)
    const status = delivered ? 'delivered' : 'undelivered'
    const code = delivered ? undefined : random.pick([30_003, 30_008, 30_007])
    const sentAfter = random.between(0, 600)
    const finalAfter = random.chance(0.2) ? random.between(0, sentAfter) : sentAfter + random.between(0, 4000)
    const told: PlannedReceipt[] = [
      { status: 'sent', afterMs: sentAfter },
      { status, code, afterMs: finalAfter },
    ]
    if (random.chance(0.3)) told.push({ status, code, afterMs: finalAfter + random.between(0, 2000) })
    return told
  }

  return {
    plan,
    late,
    failsQuery: ({ to }) => (to !== null && late.has(to)) || (!stopped && random.chance(0.2)),
    refuseAllFor(ms) {
      refuseUntil = performance.now() + ms
    },
    stop() {
      stopped = true
    },
  }
}
