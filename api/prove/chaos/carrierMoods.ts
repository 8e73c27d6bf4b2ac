import type { Plan, PlannedReceipt } from '../carrier.ts'
import type { Random } from '../random.ts'

export interface Moods {
  plan(text: { to: string; body: string }): Plan
  breaksAsking(about: { to: string | null }): boolean
  /** Every call is refused as too many for this long: what a cancel must see through. */
  stormOf429(ms: number): void
  /** From now on it only does what it should. */
  calmDown(): void
  /** Numbers whose texts are taken without a word: nobody can tell until the receipts come, long after. */
  late: Set<string>
}

/** What the carrier does with each text: mostly what it should, and everything else often enough. */
export function createMoods(random: Random, lateMs: number): Moods {
  let calm = false
  let stormUntil = 0
  const late = new Set<string>()

  function plan({ to }: { to: string }): Plan {
    if (late.has(to)) return { ...taken('drop', 0), receipts: [{ status: 'delivered', afterMs: lateMs }] }
    if (calm) return taken('created', random.between(0, 30))
    if (performance.now() < stormUntil) return untaken('busy', random.between(0, 100))
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
    breaksAsking: ({ to }) => (to !== null && late.has(to)) || (!calm && random.chance(0.2)),
    stormOf429(ms) {
      stormUntil = performance.now() + ms
    },
    calmDown() {
      calm = true
    },
  }
}
