import type { Step } from './contract.ts'

/** Numbers by what they did after a text. */
type Results = Record<'sent' | 'delivered' | 'answered' | 'stop', number>

/** What a step of a campaign led to, as the dashboard reads it. */
interface StepFigures extends Results {
  step: Step
  template: string
  createdAt: string
}

/** A text that was sent before, with the results of all its campaigns. */
export interface UsedText extends Results {
  template: string
  /** Of its latest campaign. */
  usedAt: string
}

/** The texts that left as this step, latest first, each once. Outer spaces do not make another text. */
export function usedTexts(figures: readonly StepFigures[], step: Step): UsedText[] {
  const texts = new Map<string, UsedText>()
  const ofStep = figures.filter((one) => one.step === step && one.sent > 0)
  for (const { template, createdAt, sent, delivered, answered, stop } of ofStep) {
    const words = template.trim()
    const before = texts.get(words)
    texts.set(words, {
      template: words,
      usedAt: before && before.usedAt > createdAt ? before.usedAt : createdAt,
      sent: sent + (before?.sent ?? 0),
      delivered: delivered + (before?.delivered ?? 0),
      answered: answered + (before?.answered ?? 0),
      stop: stop + (before?.stop ?? 0),
    })
  }
  return [...texts.values()].sort((one, other) => (one.usedAt < other.usedAt ? 1 : -1))
}
