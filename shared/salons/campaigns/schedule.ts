import type { Window } from '../../sms/openHours.ts'

export interface ScheduledText<Recipient> {
  recipient: Recipient
  dueAt: Date
  /** End of its window; null: endless. */
  dueUntil: Date | null
}

const MINUTE = 60_000

/**
 * Spreads texts over days: at most `perDay` in each window, in the first one at most `firstBatch`, evenly from its opening to ten minutes before its end.
 * `windowAfter` returns the window of a recipient that contains a time, or the next one.
 */
export function spread<Recipient>(...given: SpreadTexts<Recipient>): ScheduledText<Recipient>[] {
  const steps = spreadInSteps(...given)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

type SpreadTexts<Recipient> = [
  recipients: readonly Recipient[],
  perDay: number,
  from: Date,
  windowAfter: (recipient: Recipient, from: Date) => Window,
  firstBatch?: number | undefined,
]

/** Texts per step. */
const STEP = 100

/** `spread` in steps, so that a server does other work in between. */
export function* spreadInSteps<Recipient>(
  ...[recipients, perDay, from, windowAfter, firstBatch = perDay]: SpreadTexts<Recipient>
): Generator<void, ScheduledText<Recipient>[]> {
  const scheduled: ScheduledText<Recipient>[] = []
  let start = from
  for (let at = 0; at < recipients.length; ) {
    const day = recipients.slice(at, at + (at === 0 ? Math.min(firstBatch, perDay) : perDay))
    at += day.length
    const ends: number[] = []
    for (const [place, recipient] of day.entries()) {
      if (place % STEP === 0) yield
      const { opensAt, closesAt } = windowAfter(recipient, start)
      const length = closesAt ? Math.max(0, closesAt.getTime() - opensAt.getTime() - 10 * MINUTE) : 0
      const dueAt = new Date(opensAt.getTime() + Math.floor((length * place) / day.length))
      scheduled.push({ recipient, dueAt, dueUntil: closesAt })
      ends.push((closesAt ?? dueAt).getTime())
    }
    start = new Date(ends.reduce((latest, end) => Math.max(latest, end), 0) + MINUTE)
  }
  return scheduled
}
